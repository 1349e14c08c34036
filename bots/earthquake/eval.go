package earthquake

type evaluator struct{ mode int }

func (e *evaluator) judge(t *tree) { t.rollout() }
