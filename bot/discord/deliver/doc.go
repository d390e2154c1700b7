// Package deliver turns the referee's notifications into messages, and sends them: for each game in order, several
// games at once, each message once. The README of bot/discord says how.
//
// PageMaker makes the pages, Delivery sends them. The package may import away, table and what these may, whose pages it
// sends. It must not answer users, and it never builds a page of its own for a side: who reads a secret follows from
// the secret itself.
package deliver
