import { flag } from '#features/settings/columns.ts'
import { type Sql } from '#platform/database/sql.ts'

/** True where the portal sends faxes for the carrier. */
export const autoFax: Sql = flag('lomnAutoFax', true)
