// Package first finds the first element of a list that fulfils a condition:
//
//	mark, ok := first.In(marks, func(m Mark) bool { return m.ID == id })
package first

import "slices"

// In returns the first element for which is returns true; ok is false, and the element zero, if there is none.
func In[T any](list []T, is func(T) bool) (element T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return element, false
}

// OrAdd returns a pointer to the first element for which is returns true. If there is none it adds fresh.
func OrAdd[T any](list *[]T, is func(T) bool, fresh T) *T {
	i := slices.IndexFunc(*list, is)
	if i < 0 {
		i, *list = len(*list), append(*list, fresh)
	}
	return &(*list)[i]
}

// Count returns for how many elements is returns true.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, one := range list {
		if is(one) {
			n++
		}
	}
	return n
}

// At returns a pointer to the first element for which is returns true, nil if there is none.
func At[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}
