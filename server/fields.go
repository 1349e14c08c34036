package server

import (
	"fmt"
	"regexp"
	"strings"
)

// fields says of each complaint of the validating library what is wrong with
// which field, in a sentence of our own: %s is the field, then what the pattern
// has found.
var fields = []struct {
	pattern *regexp.Regexp
	Message string
}{
	{pattern: regexp.MustCompile(`^expected length >= (\d+)$`), Message: "%s needs at least %s characters"},
	{pattern: regexp.MustCompile(`^expected length <= (\d+)$`), Message: "%s may have at most %s characters"},
	{pattern: regexp.MustCompile(`^expected array length >= (\d+)$`), Message: "%s needs at least %s entries"},
	{pattern: regexp.MustCompile(`^expected array length <= (\d+)$`), Message: "%s may have at most %s entries"},
	{pattern: regexp.MustCompile(`^expected number >=? (\S+)$`), Message: "%s may not be smaller than %s"},
	{pattern: regexp.MustCompile(`^expected number <=? (\S+)$`), Message: "%s may not be larger than %s"},
	{pattern: regexp.MustCompile(`^expected (?:integer|number)$`), Message: "%s has to be a number"},
	{pattern: regexp.MustCompile(`^invalid (?:integer|float|number)`), Message: "%s has to be a number"},
	{pattern: regexp.MustCompile(`^expected string$`), Message: "%s has to be a text"},
	{pattern: regexp.MustCompile(`^(?:expected|invalid) boolean`), Message: "%s has to be true or false"},
	{pattern: regexp.MustCompile(`^expected array$`), Message: "%s has to be a list"},
	{pattern: regexp.MustCompile(`^expected object$`), Message: "%s has to be an object"},
	{pattern: regexp.MustCompile(`^expected value to be one of "(.*)"$`), Message: "%s has to be one of these: %s"},
	{pattern: regexp.MustCompile(`^unexpected property$`), Message: "there is no field %s here"},
	{pattern: regexp.MustCompile(`^unknown query parameter$`), Message: "there is no field %s here"},
	{pattern: regexp.MustCompile(`^required \w+ parameter is missing$`), Message: "%s is missing"},
}

var (
	missing = regexp.MustCompile(`^expected required property (\S+) to be present$`)
	// tooLarge is how a number is refused that is one but does not fit.
	tooLarge = regexp.MustCompile(`^json: cannot unmarshal number \S+ into Go struct field \w+\.(\S+) of type`)
	notJSON  = regexp.MustCompile(`^(?:invalid character|unexpected end of JSON|json: |jsontext: |unexpected EOF)`)
)

// wrongField is what the library found wrong at a place, as a sentence that
// names the field.
func wrongField(location, complaint string) string {
	field := location[strings.LastIndexByte(location, '.')+1:]
	if m := missing.FindStringSubmatch(complaint); m != nil {
		return refused("%s is missing", m[1])
	}
	if notJSON.MatchString(complaint) {
		return refused("the request cannot be read as JSON: %s", complaint)
	}
	if field == "body" || field == "" {
		field = "the request"
	}
	for _, f := range fields {
		if m := f.pattern.FindStringSubmatch(complaint); m != nil {
			args := []any{field}
			for _, part := range m[1:] {
				args = append(args, part)
			}
			return fmt.Sprintf(f.Message, args...)
		}
	}
	return refused("%s is not as it should be: %s", field, complaint)
}

// refused is fmt.Sprintf under a name by which the catalogues find its sentences.
func refused(format string, args ...any) string { return fmt.Sprintf(format, args...) }
