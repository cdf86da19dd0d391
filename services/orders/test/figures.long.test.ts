// The properties of figures with many random cases.
import './money-figures.test.ts'
import './subscription-figures.test.ts'
import './use-figures.test.ts'
