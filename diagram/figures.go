package diagram

// Figures returns all pictures of the rules pages.
func Figures() []Figure {
	var all []Figure
	for _, figures := range [][]Figure{
		epigoFigures(),
		evoFigures(),
		conquerorFigures(),
		earthquakeFigures(),
	} {
		all = append(all, figures...)
	}
	return all
}
