import { parentPort, workerData } from 'node:worker_threads'
import { copyInto } from './copy.ts'
import type { WorldOptions } from './frame.ts'
import { frameOf } from './frame.ts'
import { connected } from './load-scale.ts'
import { slicesOf, tellSlice } from './slices.ts'
import { noteTable } from './tables.ts'

/** What a worker answers when a slice is in the database. */
export type Made = { index: number; rows: number; fills: number }

// One of the workers of `load-scale.ts`: gets the number of a slice, makes it, writes it in one transaction, answers.
const port = parentPort!
const { databaseUrl, world } = workerData as { databaseUrl: string; world: WorldOptions }
const frame = frameOf(world)
const slices = slicesOf(frame)
const client = await connected(databaseUrl)

async function tell(index: number): Promise<Made> {
  const tables = tellSlice(frame, slices[index]!)
  let [rows, fills] = [0, 0]
  await client.query('begin')
  for (const table of tables) {
    const count = await copyInto(client, table)
    rows += count
    if (table.name === 'rx_transaction') fills += count
  }
  await client.query(`insert into ${noteTable} values ('slice', $1, $2)`, [
    String(index),
    JSON.stringify({ rows, fills }),
  ])
  await client.query('commit')
  return { index, rows, fills }
}

port.on('message', (index: number | null) => {
  if (index === null) {
    port.close()
    void client.end()
    return
  }
  void tell(index).then(
    (made) => port.postMessage(made),
    // An error that nobody awaits ends the worker, and with it the load.
    (error: unknown) =>
      setImmediate(() => {
        throw error
      }),
  )
})
port.postMessage('ready')
