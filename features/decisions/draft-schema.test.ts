import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApproveChoices } from './draft.ts'
import type { RejectChoices } from './draft.ts'
import { approveDraft, rejectDraft } from './draft-schema.ts'

const approve: Required<ApproveChoices> = {
  start: '11/21/2026',
  end: 'in a mon',
  once: false,
  level: 12,
  fills: null,
  maxDays: 7,
  qty: '60',
  days: '7',
  ticks: { '75': true, '88': false },
  all: false,
  agreed: true,
  acks: { '88': 'Dose reviewed' },
  reasonId: 3,
  note: 'Known patient',
  supersede: true,
  lift: true,
  advised: ['once', 'maxDays'],
}
const reject: Required<RejectChoices> = {
  codes: { '75': false },
  reasonId: 6,
  note: 'Because',
  start: '11/21/2026',
  end: '',
  level: 14,
  brandOnly: true,
  fillOnly: true,
  instead: { ndc: '98001010101', name: 'Celecoxib 200 mg capsule, generic' },
}

test('every field of both forms comes back as it was typed, also a date that is none yet', () => {
  expect(approveDraft.read({ choices: approve, version: 3 })).toEqual({ choices: approve, version: 3 })
  expect(rejectDraft.read({ choices: reject, version: 1 })).toEqual({ choices: reject, version: 1 })
})

test('what an older or a foreign page kept is read as far as it is understood, and never breaks the form', () => {
  expect(rejectDraft.read({ choices: { note: 'kept', level: '14', tone: 'rude' }, version: 2 })).toEqual({
    choices: { note: 'kept' },
    version: 2,
  })
  for (const body of [{}, { choices: {}, version: 1 }, { choices: { note: 7 }, version: 1 }, { choices: reject }])
    expect(rejectDraft.read(body)).toBeUndefined()
  const odd = fc.record({
    choices: fc.dictionary(fc.constantFrom(...Object.keys(approve), 'x', 'toString'), fc.jsonValue()),
    version: fc.oneof(fc.integer(), fc.jsonValue()),
  })
  fc.assert(
    fc.property(odd, (body) => {
      const read = approveDraft.read(body)
      if (!read) return
      for (const [name, value] of Object.entries(read.choices)) {
        const model = approve[name as keyof ApproveChoices]
        expect(value === null ? ['fills', 'maxDays'].includes(name) : typeof value === typeof (model ?? 0)).toBe(true)
      }
    }),
  )
})
