import { flags as flagRows } from '#features/settings/sql.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { flags } from './contract.ts'
import * as sql from './sql.ts'

export const handlers = implement(flags)({
  ofUser: oneTrip(
    ({ flagName }) => ({ rows: flagRows([flagName], undefined), mail: sql.emailHash() }),
    ({ rows: [row], mail: [mail] }, { input: { flagName }, person }) => ({
      flagName,
      variation: row?.enabled ?? false,
      context: { key: person.id, emailHash: mail?.hash ?? '', mc: person.mc },
    }),
  ),
})
