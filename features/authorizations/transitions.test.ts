import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent, Transition, Via } from './transitions.ts'
import { eventText, eventTexts, isEventCode, type EventCode } from './events.ts'
import type { StatusId } from './statuses.ts'
import {
  aliases,
  alreadyIn,
  flagsCleared,
  isAlias,
  mayMove,
  replay,
  transitions,
  transitionsFor,
} from './transitions.ts'
import {
  completeStatuses,
  isComplete,
  isOpen,
  isStatusId,
  openStatuses,
  statuses,
  statusLabel,
  statusName,
} from './statuses.ts'

const ids = statuses.map((status) => status.id)
const vias = [...new Set(transitions.map((row) => row.via))]

/**
 * The table of transitions written a second time, by hand and in another shape: from each status, by each act, where it
 * leads. An act that is not named leads nowhere.
 */
const allowed: Record<string, string> = {
  new: 'receive>20 build>10 autoApprove>31 bypass>32',
  '10': 'create>20 create>30',
  '20': `approve>30 approve>22 approve>25 secondapproval>25 reject>40 rejectThisFill>41 lomn>21 clinical>22 ur>23
    supervisor>26 resubmit>20 snooze>20 unsnooze>20 escalate>20 assign>20 deem>33 expire>50 withdraw>51 merge>52`,
  '21': `approve>30 approve>22 approve>25 secondapproval>25 reject>40 rejectThisFill>41 letterReceived>20
    letterExpired>20 clinical>22 ur>23 supervisor>26 pending>20
    resubmit>21 snooze>21 unsnooze>21 escalate>21 assign>21 deem>33 expire>50 withdraw>51 merge>52`,
  '22': `approve>30 approve>22 approve>25 secondapproval>25 reject>40 rejectThisFill>41 lomn>21 advise>20 ur>23
    pending>20
    resubmit>22 snooze>22 unsnooze>22 escalate>22 assign>22 deem>33 expire>50 withdraw>51 merge>52`,
  '23': `approve>30 reject>40 rejectThisFill>41 return>20 pending>20
    resubmit>23 snooze>23 unsnooze>23 escalate>23 assign>23 deem>33 expire>50 withdraw>51 merge>52`,
  '24': `approve>30 approve>22 approve>25 secondapproval>25 reject>40 rejectThisFill>41 lomn>21 clinical>22 ur>23
    supervisor>26 resubmit>24 snooze>24 unsnooze>24 escalate>24 assign>24 deem>33 expire>50 withdraw>51 merge>52`,
  '25': `confirm>30 return>20 pending>20
    resubmit>25 snooze>25 unsnooze>25 escalate>25 assign>25 deem>33 expire>50 withdraw>51 merge>52`,
  '26': `approve>30 approve>22 approve>25 secondapproval>25 reject>40 rejectThisFill>41 return>20 pending>20
    resubmit>26 snooze>26 unsnooze>26 escalate>26 assign>26 deem>33 expire>50 withdraw>51 merge>52`,
  '30': 'terminate>30 consume>30 undo>20 undo>21 undo>22 undo>23 undo>24 undo>25 undo>26',
  '31': 'terminate>31',
  '32': 'terminate>32',
  '33': '',
  '40': 'reconsider>24 undo>20 undo>21 undo>22 undo>23 undo>24 undo>25 undo>26',
  '41': 'reconsider>24 reopen>20 undo>20 undo>21 undo>22 undo>23 undo>24 undo>25 undo>26',
  '50': 'reopen>20',
  '51': '',
  '52': '',
}

describe('statuses', () => {
  it('are seventeen, each with a name and label of its own', () => {
    expect(ids).toEqual([10, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 40, 41, 50, 51, 52])
    expect(new Set(statuses.map((status) => status.name)).size).toBe(17)
    expect(new Set(statuses.map((status) => status.label)).size).toBe(17)
  })
  it('are open from 20 to 26 and complete from 30 to 52', () => {
    expect(openStatuses).toEqual([20, 21, 22, 23, 24, 25, 26])
    expect(completeStatuses).toEqual([30, 31, 32, 33, 40, 41, 50, 51, 52])
    for (const id of ids) expect([isOpen(id), isComplete(id)]).toEqual([id >= 20 && id < 30, id >= 30])
  })
  it('gives each status its label and an unknown one "Unknown"', () => {
    expect(statusLabel(21)).toBe('Awaiting letter')
    expect(statusName(21)).toBe('PENDING_LOMN')
    expect(statusLabel(99)).toBe('Unknown')
    expect([isOpen(99), isComplete(99)]).toEqual([false, false])
    expect(isStatusId(99)).toBe(false)
  })
})

describe('transitions', () => {
  const cells = (['new', ...ids] as const).flatMap((from) =>
    vias.flatMap((via) => ids.map((to) => ({ from, to, via }))),
  )
  it.each([...new Set(cells.map((cell) => String(cell.from)))])(
    'from %s lead where 3.5 says, and nowhere else',
    (from) => {
      const stated = new Set(allowed[from]!.split(/\s+/).filter((cell) => cell !== ''))
      for (const cell of cells.filter((each) => String(each.from) === from)) {
        const name = `${cell.via}>${cell.to}`
        expect({ name, may: mayMove(cell.from, cell.to, cell.via) }).toEqual({ name, may: stated.has(name) })
      }
    },
  )
  // The same for the other columns of the table: who may, and the codes of the log.
  it.each([
    'T01 receive: system 100',
    'T02 resubmit: system 101',
    'T03 build: P3 110',
    'T04 create: P3 111',
    'T05 create: P4 111 130',
    'T06 approve: P4 P6 130, P4 134',
    'T07 approve: P4 P6 131',
    'T07 secondapproval: P4 P6 131',
    'T08 confirm: P5 132',
    'T08 return: P5 133',
    'T09 reject: P4 P6 140',
    'T10 rejectThisFill: P4 P6 141',
    'T11 lomn: P3 150',
    'T12 letterReceived: P8 system 152',
    'T13 letterExpired: system 153',
    'T14 clinical: P3 160',
    'T15 advise: P6 161',
    'T16 ur: P3 system 165',
    'T17 approve: P6u 166 130',
    'T17 reject: P6u 166 140',
    'T17 rejectThisFill: P6u 166 141',
    'T17 return: P6u 166',
    'T18 snooze: P3 170',
    'T19 unsnooze: P3 171',
    'T20 escalate: system 172 173',
    'T21 assign: P3 P5 180 181',
    'T22 terminate: P4 190',
    'T23 reconsider: P3 system 200',
    'T24 approve: P4 P6 P8 201 130',
    'T24 reject: P4 P6 P8 201 140',
    'T24 rejectThisFill: P4 P6 P8 201 141',
    'T25 deem: system 210',
    'T26 expire: system 211',
    'T27 withdraw: P8 creator system 212',
    'T28 merge: P5 system 213',
    'T29 autoApprove: system 120',
    'T30 bypass: system 121',
    'T31 consume: system 191 192',
    'T32 pending: P3 162',
    'T32 reopen: P5 214',
    'T33 supervisor: P3 176',
    'T33 return: P5 177',
    'X01 undo: P4 P6 P6u 215',
  ])('%s', (stated) => {
    const [id, via] = stated.split(':')[0]!.split(' ')
    const rows = transitions.filter((row) => row.id === id && row.via === via)
    const words = rows.map((row) => [...row.who.toSorted(), ...row.events].join(' ')).join(', ')
    expect(`${id} ${via}: ${words}`).toBe(stated)
  })
  it('has 44 transitions and no others', () => {
    expect(transitions).toHaveLength(44)
  })
  it('numbers its transitions T01 to T33 without a gap', () => {
    const numbered = new Set(transitions.map((row) => row.id))
    for (let n = 1; n <= 33; n++) expect(numbered).toContain(`T${String(n).padStart(2, '0')}`)
  })
  it('never lets a machine deny: only a person’s act leads to a denial', () => {
    const denials = transitions.filter((row) => row.to.some((to) => to === 40 || to === 41))
    expect(denials.length).toBeGreaterThan(0)
    for (const row of denials) expect(row.who).not.toContain('system')
  })
  it('says a second refusal in the words of the first', () => {
    expect(alreadyIn(30)).toEqual({ code: 'ALREADY_DECIDED', message: 'Authorization is already Approved.' })
  })
  it('finds the rows of the table that allow a move', () => {
    expect(transitionsFor(25, 30, 'confirm').map((row) => row.id)).toEqual(['T08'])
    expect(transitionsFor(24, 30, 'approve').map((row) => row.id)).toEqual(['T06', 'T24'])
  })
})

describe('aliases of the generic status call', () => {
  it('are nine; approve and reject are not among them', () => {
    expect(Object.keys(aliases).toSorted()).toEqual([
      'clinical',
      'lomn',
      'pending',
      'reconsider',
      'reopen',
      'secondapproval',
      'supervisor',
      'ur',
      'withdraw',
    ])
    for (const word of ['approve', 'reject', 'nopriorauth', 'constructor', '__proto__', 'toString', '']) {
      expect(isAlias(word)).toBe(false)
    }
    for (const { to } of Object.values(aliases)) expect([30, 31, 32, 33, 40, 41]).not.toContain(to)
  })
  it('allows each alias a move from at least one status', () => {
    for (const { via, to } of Object.values(aliases)) expect(ids.some((from) => mayMove(from, to, via))).toBe(true)
  })
})

describe('flags', () => {
  it.each<[Via, StatusId, string[]]>([
    ['approve', 30, ['escalated', 'escalationLevel', 'escalatedAt', 'snoozedUntil', 'snoozedBy']],
    ['letterReceived', 20, ['snoozedUntil', 'snoozedBy']],
    ['resubmit', 20, ['snoozedUntil', 'snoozedBy']],
    ['assign', 20, []],
  ])('%s to %i clears %j', (via, to, cleared) => {
    expect(flagsCleared(via, to)).toEqual(cleared)
  })
})

describe('event texts', () => {
  it('words an event from the detail it was stored with', () => {
    expect(eventText(100, { pharmacy: 'Harbor Drug', rejects: '75, 925' })).toBe(
      'Request received from Harbor Drug: 75, 925',
    )
    expect(eventText(211, {})).toBe('Closed without decision')
    expect(eventText(172, { n: 0 })).toBe('Escalated to level 0')
  })
  it('never show a placeholder, even when an old row lacks a detail', () => {
    for (const code of Object.keys(eventTexts).map(Number) as EventCode[]) {
      const text = eventText(code, {} as never)
      expect(text).not.toMatch(/[{}]|undefined|null/)
      expect(text.includes('(not recorded)')).toBe(eventTexts[code].includes('{'))
    }
  })
  it('writes a day as MM/DD/YYYY', () => {
    expect(eventText(190, { field: 'fill', old: '2026-11-18', new: 'reversed' })).toBe(
      'Prior authorization changed: fill 11/18/2026 -> reversed',
    )
  })
  it('prints a detail with "$&" or braces as it was typed', () => {
    expect(eventText(212, { reason: '$& {user} $1' })).toBe('Withdrawn: $& {user} $1')
  })
  it('has a text for every event code that a transition writes', () => {
    for (const row of transitions) for (const code of row.events) expect(isEventCode(code)).toBe(true)
  })
})

describe('replay', () => {
  const at = (eventCode: number, oldStatusId: StatusId | null, newStatusId: StatusId | null): LoggedEvent => ({
    eventCode,
    oldStatusId,
    newStatusId,
  })
  it('reproduces a request from receipt over its approval to a fill', () => {
    const log = [
      at(100, null, 20),
      at(181, 20, 20),
      at(320, null, null),
      at(130, 20, 30),
      at(195, 30, 30),
      at(191, 30, 30),
    ]
    expect(replay(log)).toBe(30)
  })
  it('reproduces the status of a request approved by two persons', () => {
    expect(replay([at(100, null, 20), at(134, 20, 22), at(131, 22, 25), at(132, 25, 30)])).toBe(30)
  })
  it('reproduces a reconsideration, whose log is its own', () => {
    expect(replay([at(200, null, 24), at(201, 24, 40), at(140, 40, 40)])).toBe(40)
  })
  it('reproduces the status of a request whose decision was undone', () => {
    expect(replay([at(100, null, 20), at(140, 20, 40), at(215, 40, 20), at(130, 20, 30)])).toBe(30)
  })
  it.each([
    ['empty', []],
    ['with an act that moves nothing, in a status nobody was in', [at(170, 20, 20)]],
    ['with an event that says where it stood and stood elsewhere', [at(100, null, 20), at(320, 21, null)]],
    ['that begins by a code of another beginning', [at(110, null, 20)]],
    ['that goes on by a code which only begins a log', [at(100, null, 20), at(200, 20, 24)]],
    ['with a gap', [at(100, null, 20), at(161, 22, 20)]],
    ['with a move the table does not know', [at(100, null, 20), at(132, 20, 30)]],
    ['of a machine that denies', [at(100, null, 20), at(211, 20, 40)]],
    ['beginning in the middle', [at(130, 20, 30)]],
    ['of an old row that changes by reconsideration', [at(100, null, 20), at(140, 20, 40), at(200, 40, 24)]],
    ['with an act on another status than it stands on', [at(100, null, 20), at(170, 21, 21)]],
  ])('gives nothing for a log that is %s', (_, log) => {
    expect(replay(log)).toBeNull()
  })

  /** A log as the server would write it: at each step any row of the table that fits. */
  const walk = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((choices) => {
    let status: StatusId | null = null
    const log: LoggedEvent[] = []
    for (const choice of choices) {
      const from: StatusId | 'new' = status ?? 'new'
      const rows: readonly Transition[] = transitions.filter((row) => row.from.includes(from) && !row.newRow)
      if (rows.length === 0) break
      const row: Transition = rows[choice % rows.length]!
      const target: StatusId | 'same' = row.to[choice % row.to.length]!
      const to: StatusId = target === 'same' ? (from as StatusId) : target
      log.push(at(row.events[0]!, status, to))
      for (const code of row.events.slice(1)) log.push(at(code, to, to))
      status = to
    }
    return { log, status }
  })
  it('reproduces the status of any walk through the table', () => {
    fc.assert(
      fc.property(walk, ({ log, status }) => {
        expect(replay(log)).toBe(status)
      }),
      { numRuns: 500 },
    )
  })
  it('notices any event lost that changed the status to a different one', () => {
    fc.assert(
      fc.property(walk, fc.nat(), ({ log }, pick) => {
        const changing = log.flatMap((event, i) =>
          event.oldStatusId !== event.newStatusId && i < log.length - 1 ? [i] : [],
        )
        fc.pre(changing.length > 0)
        const lost = changing[pick % changing.length]!
        const rest = log.filter((_, i) => i !== lost)
        // Whatever comes next starts from the status that was lost, so the chain breaks there.
        expect(replay(rest)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })
})
