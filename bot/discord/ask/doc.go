// Package ask has what a user asks - a command or a press, where and in which language - what an answer is made with, and how those who answer are registered.
package ask
