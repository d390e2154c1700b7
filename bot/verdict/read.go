package verdict

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
)

// The maximum sizes of an export and of a copy of a channel, decompressed, in bytes. The export of a game of 2,000
// orders has 2 MiB; to read one of 24 MiB takes less than 200 MiB of memory, however bad its lines are.
const (
	maxExport      = 24 << 20
	maxChannelCopy = 96 << 20
)

// readUpTo returns the contents of a regular file, decompressed if they are gzip. It refuses contents of more than most
// bytes. Errors of the operating system contain the file's name, all others do not.
func readUpTo(name string, most int) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // to open a named pipe can take for ever
		return nil, errors.New("it is no regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bufio.NewReader(file)
	var contents io.Reader = from
	if mark, _ := from.Peek(2); bytes.Equal(mark, []byte{0x1f, 0x8b}) {
		if contents, err = gzip.NewReader(from); err != nil {
			return nil, err
		}
	}
	data, err := io.ReadAll(io.LimitReader(contents, int64(most)+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the compressed file was cut off")
	case err != nil:
		return nil, err
	case len(data) > most:
		return nil, fmt.Errorf("it has more than %d MiB, which is too large", most>>20)
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}):
		return nil, errors.New("it is compressed twice")
	}
	return data, nil
}

// readChannelCopy reads a copy of a channel.
func readChannelCopy(name string) (*transcript.Log, error) {
	file, err := readUpTo(name, maxChannelCopy)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	log, err := transcript.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return log, nil
}

// parseHeads parses the values of --head: hashes of a game's log, or whole lines of /dice audit head:true.
func parseHeads(texts []string) (heads []proof.Head, err error) {
	for _, text := range texts {
		h, err := proof.ParseHead(text)
		if err != nil {
			return nil, fmt.Errorf("--head: %w", err)
		}
		heads = append(heads, h)
	}
	return heads, nil
}
