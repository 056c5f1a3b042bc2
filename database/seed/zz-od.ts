import { worldOf } from './world.ts'
const asOf = new Date(process.argv[3] ?? '2026-11-18T15:42:00.000Z')
const { tables } = worldOf({ size: (process.argv[2] ?? 'test') as 'test', seed: 20260, asOf, issuer: 'demo' })
const T = (n: string) => tables.find((t) => t.name === n)!.rows as any[]
const open = T('rx_authorization').filter((r) => r.status_id >= 20 && r.status_id < 30 && Date.parse(r.statutory_due_at) < asOf.getTime())
for (const r of open) { console.log(r.mc, r.juris_state, r.status_id, r.request_received_at, r.statutory_due_at, r.reject_codes.join('+'), r.drug_name); for (const e of T('authorization_event').filter((x) => x.authorization_id === r.id)) console.log('    ', e.at, e.event_code, e.old_status_id, e.new_status_id, e.event_text) }
