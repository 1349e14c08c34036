package notify

import (
	"reflect"
	"strings"
	"testing"
)

func TestEveryPhraseIsInEveryLanguage(t *testing.T) {
	en := reflect.ValueOf(english).Elem()
	for lang, p := range languages {
		v := reflect.ValueOf(p).Elem()
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Field(i).Kind() == reflect.Map {
				for _, kind := range en.Field(i).MapKeys() {
					if said := v.Field(i).MapIndex(kind); !said.IsValid() || said.String() == "" {
						t.Errorf("%s, %s: nothing for %q", lang, name, kind)
					}
				}
				continue
			}
			said, want := v.Field(i).String(), en.Field(i).String()
			if said == "" || strings.Count(said, "%s") != strings.Count(want, "%s") || strings.Count(said, "%d") != strings.Count(want, "%d") {
				t.Errorf("%s, %s: %q", lang, name, said)
			}
		}
	}
}
