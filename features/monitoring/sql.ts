import { sql, type Sql } from '#platform/database/sql.ts'
import type { Figure } from '#platform/monitoring/metrics.ts'

/** Figures of the work over all carriers; their names are those of `figureHelp`. */
export const figures = (): Sql<Figure> => sql<Figure>`select name, carrier, value from operations_figures()`
