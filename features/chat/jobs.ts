import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { chatState, whenGivenBack } from './rules.ts'
import * as sql from './sql.ts'

/** Puts a conversation back into the queue when its agent is gone. */
const agentGone: Job = async ({ payload, db, now, write, publishChange }) => {
  const id = String(payload['id'])
  const [chat, agent] = await Promise.all([db.one(sql.locked(id)), db.one(sql.agentWrote(id))])
  if (!chat || chat.state !== chatState.TALKING) return
  write(sql.giveBack(chat.id, whenGivenBack(chat, agent!.wrote)))
  write(
    sql.insertMessage(chat.id, {
      position: chat.next_position,
      at: now.toISOString(),
      from_type: 'SYSTEM',
      from_name: 'Support',
      text: `${chat.agent_name} lost the connection. The next agent will continue here.`,
      key: null,
    }),
  )
  publishChange('chat')
}

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'chat.agentGone': { due: sql.dueLeft, run: agentGone } }
