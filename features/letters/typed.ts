import type { DraftForm } from '#features/drafts/use-draft.ts'
import { letterDraft } from './rules.ts'
import { letterTemplates, type LetterTemplateId } from '#reference/letter-templates.ts'

type Channel = 'FAX' | 'EMAIL' | 'PRINT'

/** The fields of the letter form: addresses as typed, and the questions to leave out. */
export type TypedLetter = {
  channel: Channel
  template: LetterTemplateId
  left: readonly string[]
  comments: string
  note: string
  fax: string
  faxAgain: string
  mail: string
  mailAgain: string
}

/** The letter form for drafts. */
export const letterForm: DraftForm<TypedLetter> = {
  about: 'request',
  name: letterDraft,
  title: 'Letter to the prescriber',
  read: (body) => {
    const { channel, template, left, comments, note, fax, faxAgain, mail, mailAgain } = body
    const fits =
      (channel === 'FAX' || channel === 'EMAIL' || channel === 'PRINT') &&
      letterTemplates.some(({ id }) => id === template) &&
      Array.isArray(left) &&
      left.every((one) => typeof one === 'string') &&
      [comments, note, fax, faxAgain, mail, mailAgain].every((one) => typeof one === 'string')
    return fits ? (body as TypedLetter) : undefined
  },
}
