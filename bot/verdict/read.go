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

// The maximum sizes of files, in bytes. A game of 2,000 orders has 2 MiB; an export of 24 MiB of the worst lines takes
// less than 200 MiB of memory.
const (
	maxExport = 24 << 20
	maxLog    = 96 << 20
)

// readUpTo reads a file, compressed with gzip or not. Errors are without the file's name.
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
	var all io.Reader = from
	if mark, _ := from.Peek(2); bytes.Equal(mark, []byte{0x1f, 0x8b}) {
		if all, err = gzip.NewReader(from); err != nil {
			return nil, err
		}
	}
	data, err := io.ReadAll(io.LimitReader(all, int64(most)+1))
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

// readLog reads a copy of a channel.
func readLog(name string) (*transcript.Log, error) {
	file, err := readUpTo(name, maxLog)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	log, err := transcript.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return log, nil
}

// parseHeads reads the hashes that somebody has kept.
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
