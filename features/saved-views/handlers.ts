import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { savedViews } from './contract.ts'
import { sameName, whyNotAdd, whyNotAddress } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(savedViews)({
  list: oneTrip(
    () => ({ rows: sql.viewsSeen() }),
    ({ rows }) => ({
      content: rows.map((row) => ({
        viewId: row.id,
        name: row.name,
        address: row.address,
        columns: row.columns,
        shared: row.shared,
        mine: row.mine,
        madeBy: row.made_by,
        isDefault: row.is_default,
      })),
    }),
  ),

  save: async ({ input, db, who, now, newId, write, note, refuse }) => {
    refuse(whyNotAddress(input.address))
    const [, , has] = await Promise.all([who(), db.all(sql.inTurn()), db.one(sql.own(input.name, undefined))])
    refuse(whyNotAdd(has!))
    const id = newId()
    const { name, address, shared } = input
    write(sql.insert({ id, name, address, columns: input.columns ?? null, shared, at: now.toISOString() }))
    note({ type: 'saved_view', id, detail: { shared } })
    return { success: true, viewId: id }
  },

  change: async ({ input, db, who, now, write, note, refuse }) => {
    const { viewId, name, address, columns, shared } = input
    if (address !== undefined) refuse(whyNotAddress(address))
    const [, , has] = await Promise.all([who(), db.all(sql.inTurn()), db.one(sql.own(name, viewId))])
    if (!has?.found) return notFound()
    if (has.named) refuse(sameName)
    write(sql.update({ id: viewId, name, address, columns, shared, at: now.toISOString() }))
    note({ type: 'saved_view', id: viewId, detail: { shared: shared ?? null } })
    return { success: true, viewId }
  },

  remove: async ({ input: { viewId }, db, who, write, note }) => {
    const [, has] = await Promise.all([who(), db.one(sql.own(undefined, viewId))])
    if (!has?.found) return notFound()
    write(sql.remove(viewId))
    note({ type: 'saved_view', id: viewId, detail: { deleted: true } })
    return { success: true }
  },

  openWith: async ({ input: { viewId }, db, who, write }) => {
    const [, found] = await Promise.all([who(), viewId === null ? undefined : db.one(sql.seen(viewId))])
    if (viewId !== null && !found) return notFound()
    write(sql.openWith(viewId))
    return { success: true }
  },
})
