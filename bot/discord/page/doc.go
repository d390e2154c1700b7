// Package page has what Discord shows and takes: pages of words, buttons, menus, forms and pictures, the custom IDs of what can be pressed, and their limits.
package page
