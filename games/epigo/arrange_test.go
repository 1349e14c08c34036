package epigo

import "testing"

func TestArrangeAgreesWithDeployments(t *testing.T) {
	got := Arrange([]Square{24, 25, 26, 27, 28, 29, 30}, []Square{39, 38, 37, 36, 35, 34, 33})
	want := deployed(0, [2][8]uint8{{1, 2, 3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1}}, [2]Square{noIsland, noIsland})
	if got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	few := Arrange([]Square{24, 64}, []Square{39})
	if few.Lost(0) != 1 || few.Lost(1) != 0 || few.Occupied(0) != 1<<24 {
		t.Errorf("%+v", few)
	}
	var k Kernel
	k.Order(&few, 1, NewOrder(2, South)) // takes no part
	if few != Arrange([]Square{24, 64}, []Square{39}) {
		t.Errorf("an Epigon without a place moved: %+v", few)
	}
}
