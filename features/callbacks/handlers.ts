import type { Handlers } from '#platform/handler.ts'
import type { callbacks } from './contract.ts'
import * as sql from './sql.ts'

export const handlers: Handlers<typeof callbacks> = {
  take: async ({ db, who, input, now, note }) => {
    const [, messages] = await Promise.all([who(), db.all(sql.take(input.nabp, now.toISOString()))])
    const claims = [...new Set(messages.map((one) => one.stratus_claim_id))]
    note({ claims, type: 'pharmacy_message', id: input.nabp, detail: { taken: messages.length } })
    return { messages: messages.map((one) => one.body) }
  },
}
