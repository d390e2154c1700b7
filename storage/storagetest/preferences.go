package storagetest

// preferences: each user has his own, the last value counts, and they survive a restart.
func preferences(s *store) {
	prefer := func(user, name, value string) {
		s.Helper()
		s.must(s.db.Prefer(s.Context(), user, name, value))
	}
	prefer("anna", "style", "dark")
	prefer("anna", "style", "paper")
	prefer("anna", "language", "français")
	prefer("boris", "style", "high-contrast")
	prefer("carla", "style", "dark")
	prefer("carla", "style", "")
	for range 2 {
		for _, want := range []struct{ user, name, value string }{
			{"anna", "style", "paper"},
			{"anna", "language", "français"},
			{"boris", "style", "high-contrast"},
			{"boris", "language", ""},
			{"carla", "style", ""},
			{"nobody", "style", ""},
		} {
			s.is(want.value, "the %s of %s", want.name, want.user)(s.db.Preference(s.Context(), want.user, want.name))
		}
		s.reopen()
	}
	for _, wrong := range [][2]string{{"", "style"}, {"anna", ""}} {
		s.fails(nil, "a preference of nobody, or nothing: %q", wrong)(s.db.Prefer(s.Context(), wrong[0], wrong[1], "dark"))
	}
}
