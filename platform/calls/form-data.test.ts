import { describe, expect, test } from 'vitest'
import { parseForm } from './form-data.ts'

const type = 'multipart/form-data; boundary=mark'
const formOf = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--mark\r\n${part}\r\n`).join('')}--mark--\r\n`)
const field = (name: string, text: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}`

test('texts and files of a form are read, and a file that was not chosen is left out', async () => {
  const file =
    'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF'
  const none = 'Content-Disposition: form-data; name="other"; filename=""\r\n\r\n'
  const form = await parseForm(formOf(field('note', 'Hello'), file, none), type)
  expect([...form.keys()]).toEqual(['note', 'file'])
  expect(form.get('note')).toEqual(['Hello'])
  expect(form.get('file')).toMatchObject([{ name: 'a.pdf', type: 'application/pdf' }])
})

describe('what only a file may be is refused before it is taken apart', () => {
  const long = (text: string) => text.repeat(1_000_000)
  test.each([
    ['a long name', formOf(field(long('%22'), 'x'))],
    ['a long name of a file', formOf(`Content-Disposition: form-data; name="file"; filename="${long('a')}"\r\n\r\nx`)],
    ['another long line before the content', formOf(`X-More: ${long('a')}\r\n${field('note', 'x')}`)],
    ['many lines before the content', formOf(`${long('X: y\r\n')}${field('note', 'x')}`)],
    ['a long text', formOf(field('note', long('a')))],
  ])('%s', async (_, bytes) => {
    await expect(parseForm(bytes, type)).rejects.toThrow('too long')
  })
  test('a long file is taken', async () => {
    const file = `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${long('a')}`
    expect((await parseForm(formOf(file), type)).get('file')).toMatchObject([{ name: 'a.pdf' }])
  })
})
