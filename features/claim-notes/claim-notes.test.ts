import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { claimNotes } from './contract.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claimOf = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const place = (at = 1) => ({ mc: 'AAA', sc: 'AAA1', claimId: claimOf(at) })
const add = (by: Visitor, text: string, more: Record<string, unknown> = {}) =>
  by.ask(claimNotes.add, { ...place(), text, ...more } as never)
const texts = async (by: Visitor, at = 1) =>
  (await by.ask(claimNotes.list, place(at))).body.content.map((note) => note.text)

test('An adjuster writes notes: pinned ones first, then the newest, kept as written without control characters', async () => {
  await add(adjuster, '  First\r\nline\u0007 \u202ereversed ')
  await add(adjuster, 'Pinned', { pinned: true })
  await add(adjuster, '<script>alert(1)</script> {{7*7}}')
  expect(await texts(adjuster)).toEqual(['Pinned', '<script>alert(1)</script> {{7*7}}', 'First\nline reversed'])
})

test('Internal notes are written and read by support alone', async () => {
  const support = await api.signIn('ext.aaa')
  expect((await add(support, 'Internal', { visibility: 'INTERNAL' })).status).toBe(200)
  expect(await texts(support)).toContain('Internal')
  expect(await texts(adjuster)).not.toContain('Internal')
  expect((await adjuster.ask(claimNotes.list, place())).body.totalElements).toBe(3)
  expect((await add(adjuster, 'No', { visibility: 'INTERNAL' })).body.status.code).toBe('NOT_ALLOWED')
})

test('The author corrects a note in place for 15 minutes; afterwards the correction is a note of its own', async () => {
  const { body } = await add(adjuster, 'Teh', {})
  const correct = (by: Visitor, text: string, version: number) =>
    by.ask(claimNotes.correct, { eligibilityNoteId: body.note.noteId, text, version })
  expect((await correct(adjuster, 'The', 1)).body).toMatchObject({ inPlace: true, note: { text: 'The', version: 2 } })
  expect((await correct(adjuster, 'Other', 1)).body.status.code).toBe('CONFLICT')
  expect((await correct(await api.signIn('adj.aaa2'), 'Mine', 2)).body.status.code).toBe('NOT_ALLOWED')
  await api.db.query(`update claim_note set created_at = created_at - interval '16 minutes' where id = $1`, [
    body.note.noteId,
  ])
  const late = await correct(adjuster, 'Those', 2)
  expect(late.body).toMatchObject({ inPlace: false, note: { text: 'Those', corrects: body.note.noteId } })
  expect(await texts(adjuster)).toEqual(expect.arrayContaining(['The', 'Those']))
})

test('Notes are refused empty, too long, for readers, of other carriers, and where the carrier has none', async () => {
  expect((await add(adjuster, '\u0007')).body.fields).toMatchObject([{ path: 'text', message: 'Write a note.' }])
  expect((await add(adjuster, 'x'.repeat(4001))).body.fields).toMatchObject([{ path: 'text' }])
  expect((await add(await api.signIn('read.only'), 'No')).status).toBe(403)
  expect((await adjuster.ask(claimNotes.list, { ...place(), claimId: claimOf(1, 'BBB1', 'BBB') })).status).toBe(404)
  expect((await adjuster.ask(claimNotes.list, { ...place(), sc: 'AAA2' })).status).toBe(404)
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'patient_add_note_enabled', false)`,
  )
  expect((await add(adjuster, 'No')).body.status.code).toBe('FEATURE_OFF')
  expect((await adjuster.ask(claimNotes.list, place())).body.whyNotAdd).toMatchObject({ code: 'FEATURE_OFF' })
})

test('The list says who may add a note, and who may add an internal one', async () => {
  await api.db.query(`delete from feature_flag_override where key = 'patient_add_note_enabled'`)
  const said = async (username: string) => {
    const { whyNotAdd, mayWriteInternal } = (await (await api.signIn(username)).ask(claimNotes.list, place())).body
    return [whyNotAdd?.code ?? null, mayWriteInternal]
  }
  expect(await said('adj.aaa')).toEqual([null, false])
  expect(await said('ext.aaa')).toEqual([null, true])
  expect(await said('read.only')).toEqual(['UPDATE_BLOCKED', false])
})
