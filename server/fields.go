package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// The validating library lets its sentences be replaced. Ours begin with a mark that identifies
// them, and have another where the name of the field goes, which the library gives only beside the
// sentence. A third ends the path of a field that the library does not know.
const (
	ours    = "\x1e"
	inField = "\x1f"
	pathEnd = "\x1d"
)

// fields are our sentences for what can be wrong with a field: %s is the field, then
// what the library fills in.
var fields = []struct {
	of      *string
	Message string
}{
	{of: &validation.MsgExpectedMinLength, Message: "%s needs %s or more characters"},
	{of: &validation.MsgExpectedMaxLength, Message: "%s may have at most %s characters"},
	{of: &validation.MsgExpectedMinItems, Message: "%s needs %s or more entries"},
	{of: &validation.MsgExpectedMaxItems, Message: "%s may have at most %s entries"},
	{of: &validation.MsgExpectedMinimumNumber, Message: "%s may not be smaller than %s"},
	{of: &validation.MsgExpectedExclusiveMinimumNumber, Message: "%s may not be smaller than %s"},
	{of: &validation.MsgExpectedMaximumNumber, Message: "%s may not be larger than %s"},
	{of: &validation.MsgExpectedExclusiveMaximumNumber, Message: "%s may not be larger than %s"},
	{of: &validation.MsgExpectedInteger, Message: "%s has to be a number"},
	{of: &validation.MsgExpectedNumber, Message: "%s has to be a number"},
	{of: &validation.MsgExpectedString, Message: "%s has to be a text"},
	{of: &validation.MsgExpectedBoolean, Message: "%s has to be true or false"},
	{of: &validation.MsgExpectedArray, Message: "%s has to be a list"},
	{of: &validation.MsgExpectedObject, Message: "%s has to be an object"},
	{of: &validation.MsgExpectedOneOf, Message: "%s has to be one of these: %s"},
	{of: &validation.MsgUnexpectedProperty, Message: "there is no field %s here"},
}

func init() {
	for _, f := range fields {
		*f.of = ours + strings.ReplaceAll(strings.Replace(f.Message, "%s", inField, 1), "%s", "%v")
	}
	// For a missing field the library gives the name but not the place.
	validation.MsgExpectedRequiredProperty = ours + "%s is missing"
}

// wrongField is what the library found wrong, and where, as a sentence that names
// the field. op is the operation that was asked for, if that is known.
func wrongField(op *huma.Operation, d *huma.ErrorDetail) (where, message string) {
	where = d.Location
	sentence, known := strings.CutPrefix(d.Message, ours)
	if path, rest, ok := strings.Cut(sentence, pathEnd); known && ok {
		where, sentence = where+"."+path, rest
	}
	field := where[strings.LastIndexByte(where, '.')+1:]
	if field == "body" || field == "" {
		field = "the request"
	}
	if known {
		return where, strings.Replace(sentence, inField, field, 1)
	}
	return where, wrongParameter(op, d, field)
}

// wrongParameter says what is wrong with a parameter. They are read before they are checked: the
// library has its own words for one that is missing or has another type than the document says.
func wrongParameter(op *huma.Operation, d *huma.ErrorDetail, field string) string {
	for _, p := range parameters(op) {
		if d.Location != p.In+"."+p.Name {
			continue
		}
		switch {
		case d.Value == "":
			return refused("%s is missing", field)
		case p.Schema.Type == huma.TypeInteger || p.Schema.Type == huma.TypeNumber:
			return refused("%s has to be a number", field)
		case p.Schema.Type == huma.TypeBoolean:
			return refused("%s has to be true or false", field)
		}
	}
	return refused("%s is not as it should be: %s", field, d.Message)
}

func parameters(op *huma.Operation) []*huma.Param {
	if op == nil {
		return nil
	}
	return op.Parameters
}

// readable reads bodies as JSON. Its errors are sentences of ours, made from the
// types of errors that package json has.
func readable(f huma.Format) huma.Format {
	read := f.Unmarshal
	f.Unmarshal = func(data []byte, v any) error {
		err := read(data, v)
		var wrong *json.UnmarshalTypeError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &wrong) && wrong.Field != "":
			return errors.New(ours + wrong.Field + pathEnd + misfit(inField, wrong))
		}
		return errors.New(ours + refused("the request cannot be read as JSON: %s", err))
	}
	return f
}

// misfit says what a field that could not be read should have been: a smaller number, say, or a
// text.
func misfit(field string, wrong *json.UnmarshalTypeError) string {
	switch wrong.Type.Kind() {
	case reflect.String:
		return refused("%s has to be a text", field)
	case reflect.Bool:
		return refused("%s has to be true or false", field)
	case reflect.Slice:
		return refused("%s has to be a list", field)
	case reflect.Struct, reflect.Map:
		return refused("%s has to be an object", field)
	}
	return refused("%s has to be a number", field)
}

// refused is fmt.Sprintf under a name by which the catalogues find its sentences.
func refused(format string, args ...any) string { return fmt.Sprintf(format, args...) }
