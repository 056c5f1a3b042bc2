import { expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from '#platform/browser/call.ts'
import { decision } from '#features/decisions/contract.ts'
import type { Answer, Refusal, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { drafts } from './contract.ts'
import { Keeper } from './keeper.ts'
import type { Place, Wire } from './place.ts'
import { textOf } from './text.ts'

// Keepers against the real server, as pages use them; each is one window.

const said = <T>({ status, body }: Answer<T & Refusal>): T => {
  if (status === 200) return body
  throw new CallFailed(status, body.status.code as CallFailed['code'], body.status.message, { data: body.data })
}
type Line = { cut: boolean; calls: string[]; hold: Promise<void> | undefined }
const overHttp = (who: Visitor, line: Line = { cut: false, calls: [], hold: undefined }): Wire => {
  const passes = async (call: string) => {
    if (line.cut) throw new CallFailed(0, 'OFFLINE', 'The portal cannot be reached.')
    line.calls.push(call)
    await line.hold
  }
  return {
    load: async ({ about, subjectId, form }) => {
      await passes('load')
      return said(await who.ask(drafts.of, { about, subjectId })).drafts.find((one) => one.form === form)
    },
    keep: async ({ about, subjectId, form }, body, after) => {
      await passes('keep')
      return said(await who.ask(drafts.keep, { about, subjectId, form, body, after }))
    },
    discard: async ({ about, subjectId, form }) => {
      await passes('discard')
      return said(await who.ask(drafts.discard, { about, subjectId, form }))
    },
  }
}

async function open(username = 'adj.aaa') {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const who = await api.signIn(username)
  const place: Place = {
    mc: 'AAA',
    userId: idOf(username),
    about: 'request',
    subjectId: id,
    form: 'reject',
    title: 'Rejection',
  }
  /** A window that shows the form. */
  const show = (line?: Line, readable: (body: object) => boolean = (body) => 'note' in body) => {
    const form: { note: unknown; keeper: Keeper; settled: boolean } = {
      note: undefined,
      settled: false,
      keeper: new Keeper(place, overHttp(who, line), readable, () => void (form.settled = true)),
    }
    form.keeper.mount((body) => void (form.note = body?.['note']))
    return form
  }
  const onServer = async () =>
    said(await who.ask(drafts.of, { about: 'request', subjectId: id })).drafts.map(({ body }) => body['note'])
  return { api, id, who, show, onServer }
}

test('typed text is sent within two seconds without a click, pause or not, and restored in the next window', async () => {
  const { show, onServer } = await open()
  const line: Line = { cut: false, calls: [], hold: undefined }
  const first = show(line)
  await expect.poll(() => line.calls).toEqual(['load'])
  // The timers of the form alone stand still between the lines; the server and its connections go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // A key every 100 ms: the user does not pause, and the text is saved all the same.
  for (let passed = 0; passed < 2000; passed += 100) {
    first.keeper.type({ note: `word ${passed}` })
    vi.advanceTimersByTime(100)
  }
  expect(line.calls).toEqual(['load', 'keep'])
  await expect.poll(onServer).toEqual(['word 1900'])
  first.keeper.type({ note: 'the last word' })
  vi.advanceTimersByTime(2000)
  await expect.poll(onServer).toEqual(['the last word'])
  const second = show()
  await expect.poll(() => second.note).toBe('the last word')
  expect(second.keeper.read()).toEqual({ restored: expect.any(String) })
  second.keeper.discard()
  expect([second.note, second.keeper.read().restored]).toEqual([undefined, undefined])
  await expect.poll(onServer).toEqual([])
})

test('an untouched form is not saved, and a closed one is saved at once', async () => {
  const { show, onServer } = await open()
  const line: Line = { cut: false, calls: [], hold: undefined }
  const form = show(line)
  await expect.poll(() => line.calls).toEqual(['load'])
  form.keeper.type(undefined)
  await form.keeper.save()
  form.keeper.type({ note: 'half' })
  form.keeper.unmount()
  await expect.poll(() => form.settled).toBe(true)
  expect([line.calls, await onServer()]).toEqual([['load', 'keep'], ['half']])
})

test('of two windows the last to type wins, and both texts are available', async () => {
  const { show, onServer } = await open()
  const [first, second] = [show(), show()]
  first.keeper.type({ note: 'first' })
  await first.keeper.save()
  second.keeper.type({ note: 'second' })
  await second.keeper.save()
  expect([await onServer(), second.keeper.read().other]).toEqual([['second'], expect.any(String)])
  second.keeper.takeOther()
  await second.keeper.save()
  expect([second.note, await onServer(), second.keeper.read().other]).toEqual(['first', ['first'], undefined])
  // The first window comes back into view unchanged: it shows the saved text.
  second.keeper.type({ note: 'third' })
  await second.keeper.save()
  first.keeper.look()
  await expect.poll(() => first.note).toBe('third')
  // If it had been changed, it would keep its own text and offer the other.
  second.keeper.type({ note: 'fourth' })
  await second.keeper.save()
  first.keeper.type({ note: 'mine' })
  first.keeper.look()
  await expect.poll(() => first.keeper.read().other).toBeDefined()
  first.keeper.keepMine()
  await first.keeper.save()
  expect([first.keeper.read().other, await onServer()]).toEqual([undefined, ['mine']])
})

test('without the server the form says so, keeps the text, and saves it when the server is back', async () => {
  const { show, onServer } = await open()
  const line: Line = { cut: true, calls: [], hold: undefined }
  const form = show(line)
  form.keeper.type({ note: 'in the train' })
  await form.keeper.save()
  expect([form.keeper.read().unsaved, form.keeper.isUnsaved]).toEqual(['waiting', true])
  const left = { title: 'Rejection', ahead: true, waiting: true, shown: true, savedAt: undefined }
  expect(form.keeper.left).toEqual(left)
  form.keeper.unmount()
  await form.keeper.save()
  expect(form.settled).toBe(false)
  line.cut = false
  form.keeper.mount((body) => void (form.note = body?.['note']))
  expect(form.note).toBe('in the train')
  await form.keeper.save()
  expect([await onServer(), form.keeper.isUnsaved]).toEqual([['in the train'], false])
  expect(form.keeper.left).toEqual({ ...left, ahead: false, waiting: false, savedAt: expect.any(String) })
  form.keeper.type({ note: 'out of the train' })
  expect(form.keeper.left).toMatchObject({ ahead: true, waiting: false, savedAt: expect.any(String) })
  form.keeper.discard()
  await form.keeper.save()
  expect([form.keeper.left, await onServer()]).toEqual([undefined, []])
})

test('a text the server refuses is reported, and not retried until it is changed', async () => {
  const { show, onServer } = await open()
  const line: Line = { cut: false, calls: [], hold: undefined }
  const form = show(line)
  form.keeper.type({ note: 'x'.repeat(20_000) })
  await form.keeper.save()
  await form.keeper.save()
  expect([form.keeper.read().unsaved, line.calls.filter((call) => call === 'keep').length]).toEqual(['refused', 1])
  form.keeper.type({ note: 'short' })
  await form.keeper.save()
  expect([form.keeper.read().unsaved, await onServer()]).toEqual([undefined, ['short']])
})

test('a sent form has no draft; refused or undone, it has one again', async () => {
  const { show, onServer, who, id } = await open()
  const form = show()
  form.keeper.type({ note: 'because' })
  await form.keeper.save()
  // Refused: nothing was lost, including the last key.
  form.keeper.type({ note: 'because of that' })
  form.keeper.sent()
  expect((await who.ask(decision.reject, { id, version: 7, reasonId: 6, note: 'because of that' })).status).toBe(409)
  form.keeper.back()
  await form.keeper.save()
  expect([form.note, await onServer()]).toEqual(['because of that', ['because of that']])
  // Accepted, and undone a moment later.
  form.keeper.sent()
  expect((await who.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'because of that' })).status).toBe(200)
  form.keeper.taken({ forget: false })
  await form.keeper.save()
  expect(await onServer()).toEqual([])
  expect((await who.ask(decision.undo, { id })).status).toBe(200)
  form.keeper.back()
  await form.keeper.save()
  expect([form.note, await onServer()]).toEqual(['because of that', ['because of that']])
  // Accepted for good.
  form.keeper.sent()
  expect((await who.ask(decision.reject, { id, version: 3, reasonId: 6, note: 'because of that' })).status).toBe(200)
  form.keeper.taken({ forget: true })
  expect(form.note).toBe(undefined)
  form.keeper.unmount()
  await expect.poll(() => form.settled).toBe(true)
  expect(await onServer()).toEqual([])
})

test.each([{ forget: true }, { forget: false }])(
  'a save that arrives after the form was sent leaves no draft: $forget',
  async (how) => {
    const { show, onServer, who, id } = await open()
    const line: Line = { cut: false, calls: [], hold: undefined }
    const form = show(line)
    await expect.poll(() => line.calls).toEqual(['load'])
    let release = () => {}
    line.hold = new Promise((resolve) => (release = resolve))
    form.keeper.type({ note: 'slow' })
    const saving = form.keeper.save()
    form.keeper.sent()
    expect((await who.ask(decision.approve, { id, version: 1 })).status).toBe(200)
    form.keeper.taken(how)
    release()
    await saving
    await expect.poll(() => line.calls.at(-1)).toBe('discard')
    await expect.poll(onServer).toEqual([])
    if (how.forget) return
    // Undone all the same: the text is back, and saved again.
    expect((await who.ask(decision.undo, { id })).status).toBe(200)
    form.keeper.back()
    await form.keeper.save()
    expect([form.note, await onServer()]).toEqual(['slow', ['slow']])
  },
)

test('a draft of an older page that the form cannot read is ignored and replaced', async () => {
  const { show, onServer } = await open()
  const old = show()
  old.keeper.type({ note: 'old' })
  await old.keeper.save()
  const form = show(undefined, () => false)
  await expect.poll(onServer).toEqual(['old'])
  form.keeper.type({ note: 'new' })
  await form.keeper.save()
  expect([form.note, form.keeper.read().other, await onServer()]).toEqual([undefined, undefined, ['new']])
})

test('two texts are equal when their values are, in any order of fields', () => {
  expect(textOf({ a: 1, b: { d: [1, { f: 2, e: 3 }], c: null } })).toBe(
    textOf({ b: { c: null, d: [1, { e: 3, f: 2 }] }, a: 1 }),
  )
  expect(textOf({ a: [1, 2] })).not.toBe(textOf({ a: [2, 1] }))
})
