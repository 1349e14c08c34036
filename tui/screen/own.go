package screen

import (
	"fmt"
	"strings"

	"atoll/game"
)

// withOwn puts the options that a table has changed before the rules of its game.
func withOwn(rules string, cfg game.Config) string {
	var list strings.Builder
	for _, o := range cfg.Game.Options {
		v := cfg.Value(o.Key)
		if v == o.Default {
			continue
		}
		name, help := o.Name, o.Help
		if o.Kind == game.Limit {
			name += ": " + v.String()
		}
		for _, x := range o.Values {
			if x.Value == v {
				name += ": " + x.Name
				if x.Help != "" {
					help = x.Help
				}
			}
		}
		fmt.Fprintf(&list, "- **%s.** %s\n", name, help)
	}
	if list.Len() == 0 {
		return rules
	}
	title, rest, _ := strings.Cut(rules, "\n")
	return title + "\n\n## At this table\n\n" + list.String() + rest
}
