import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { LetterFacts, letterBody } from './letter.ts'
import css from './letters.module.css'

export type LetterPreviewProps = {
  carrier: string
  prescriber: string
  /** 'MM/DD/YYYY'. */
  answerBy: string
  /** The address; empty where the letter does not go that way. */
  fax: string
  mail: string
  body: ReturnType<typeof letterBody>
}

/** The letter as the prescriber will read it, beside the form it is written in. */
export function LetterPreview({ carrier, prescriber, answerBy, fax, mail, body }: LetterPreviewProps) {
  return (
    <section className={css.preview} aria-label="Preview of the letter">
      <div className={css.paper}>
        <div className={css.paperHead}>
          <b>{carrier}</b>
          <span>Answer by {answerBy}</span>
        </div>
        <p>
          To: {prescriber}
          {fax.trim() !== '' && (
            <>
              <br />
              Fax: {fax}
            </>
          )}
          {mail.trim() !== '' && (
            <>
              <br />
              E-mail: {mail}
            </>
          )}
        </p>
        <h3>{body.title}</h3>
        <dl>
          {body.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>{body.intro}</p>
        <ol>
          {body.questions.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ol>
        {body.comments && <p className={css.also}>{body.comments}</p>}
        <p>{body.answerBy}</p>
      </div>
    </section>
  )
}

/** What a letter about an authorization says, from its detail. */
export const factsOf = (detail: AuthDetail, carrier: string, prescriber: string, requestedBy: string): LetterFacts => ({
  letterReference: null,
  carrier,
  phone: '',
  requestReference: detail.referenceNumber,
  claimNumber: detail.claimNumber,
  patient: `${detail.claimantFirstName} ${detail.claimantLastName}`,
  dateOfBirth: detail.dateOfBirth,
  dateOfInjury: detail.dateOfInjury,
  injury: detail.claim.injury,
  drug: `${detail.drugName} ${detail.strength}`.trim(),
  quantity: detail.quantity,
  daysSupply: detail.daysSupply,
  reasons: [...new Set(detail.rejects.map((reject) => reject.description))],
  pharmacy: detail.pharmacy.name,
  prescriber,
  requestedBy,
})
