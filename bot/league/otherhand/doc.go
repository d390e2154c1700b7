// Package otherhand has only tests: what package overview says of seasons is computed anew from its JSON, and what
// package matching says of graphs in other ways, by somebody who has read what the packages promise and not their code.
//
// Limits: where both hands read a promise in the same wrong way nobody notices.
package otherhand
