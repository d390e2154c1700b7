// Package deliver turns the referee's notifications into messages, and sends them.
package deliver
