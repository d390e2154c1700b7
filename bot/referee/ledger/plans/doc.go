// Package plans reads what users have written down to be done while they are away: plans, which give the orders of a
// phase, and standing answers, which answer decisions. It says when a plan begins, which of its lines are next, and
// what standing answers answer.
//
//	plan := plans.Plan{ID: "42", Delay: 10}
//	fmt.Println(plan.Command(1, 1), "begins after", plan.DelayTime())
//
// It may import ledger, orders and tables. It must not know how papers are stored, or run a plan: the referee gives
// its orders one by one.
//
// Limits: a plan is for one turn; lines of a turn that is over are only shown.
package plans
