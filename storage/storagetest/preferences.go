package storagetest

// preferences: each user has his own, the last value counts, and they survive a restart.
func preferences(s *store) {
	prefer := func(user, name, value string) {
		s.Helper()
		if err := s.db.Prefer(s.Context(), user, name, value); err != nil {
			s.Fatalf("Prefer(%s, %s, %s): %v", user, name, value, err)
		}
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
			if got, err := s.db.Preference(s.Context(), want.user, want.name); err != nil || got != want.value {
				s.Errorf("the %s of %s is %q, %v, want %q", want.name, want.user, got, err, want.value)
			}
		}
		s.reopen()
	}
	for _, wrong := range [][2]string{{"", "style"}, {"anna", ""}} {
		if err := s.db.Prefer(s.Context(), wrong[0], wrong[1], "dark"); err == nil {
			s.Errorf("%q is kept for nobody, or nothing", wrong)
		}
	}
}
