package state

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"grognard/bot/localtable/emojis"
	"grognard/bot/localtable/wire"
)

// Entry is one line of the file. Exactly one of its fields is set. A later entry about the same thing replaces it.
type Entry struct {
	Guild       *wire.Guild   `json:"guild,omitempty"`
	Channel     *wire.Channel `json:"channel,omitempty"`
	ChannelGone string        `json:"channel_gone,omitempty"` // a deleted channel
	Post        *Post         `json:"post,omitempty"`
	Gone        string        `json:"gone,omitempty"` // a deleted message
	Commands    *Registration `json:"commands,omitempty"`
	Settings    *Settings     `json:"settings,omitempty"`
	Emoji       *emojis.Emoji `json:"emoji,omitempty"`
}

// Registration is the bot's list of commands for one guild, or the global list where Guild is "".
type Registration struct {
	Guild string         `json:"guild"`
	List  []wire.Command `json:"list"`
}

// Settings are what a user chose in the page.
type Settings struct {
	User      string `json:"user"`
	DMsClosed bool   `json:"dms_closed"`
	Locale    string `json:"locale"`
}

// journal appends entries to a file. Entries survive the end of the process but not a crash of the machine, because the
// file is not synced: the durable record of a game is kept elsewhere. A nil file keeps nothing.
type journal struct{ file *os.File }

// openJournal passes every entry of the file to apply, in order, removes an unfinished last line and takes new entries.
func openJournal(path string, apply func(Entry)) (*journal, error) {
	if path == "" {
		return &journal{}, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the table's file: %w", err)
	}
	good, err := replay(file, apply)
	if err == nil {
		err = file.Truncate(good)
	}
	if err == nil {
		_, err = file.Seek(good, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("read the table's file %s: %w", path, errors.Join(err, file.Close()))
	}
	return &journal{file}, nil
}

// replay passes every complete line of r to apply and returns the length of these lines in bytes.
func replay(r io.Reader, apply func(Entry)) (good int64, err error) {
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return good, nil
		}
		if err != nil {
			return good, err
		}
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return good, fmt.Errorf("line %d: %w", n, err)
		}
		apply(e)
		good += int64(len(line))
	}
}

func (j *journal) append(e Entry) error {
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode a line of the table's file: %w", err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the table's file: %w", err)
	}
	return nil
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
