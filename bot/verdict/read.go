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

// maxFile is the maximum size of an export or a copy of a channel, in bytes. A game of 2,000 orders has 2 MiB; 24 MiB
// of the worst lines take less than 200 MiB of memory.
const maxFile = 24 << 20

// read reads a file, compressed with gzip or not.
func read(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bufio.NewReader(file)
	var all io.Reader = from
	if mark, _ := from.Peek(2); bytes.Equal(mark, []byte{0x1f, 0x8b}) {
		if all, err = gzip.NewReader(from); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	data, err := io.ReadAll(io.LimitReader(all, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errors.New("too large for an export")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// readLog reads a copy of a channel.
func readLog(name string) (*transcript.Log, error) {
	file, err := read(name)
	if err != nil {
		return nil, err
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
