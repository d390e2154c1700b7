// Package tell has sentences and buttons about games at a table, which more than one room says.
package tell
