import type { Letter } from '#platform/pdf/pdf-letter.ts'
import { usDate } from '#platform/dates/day.ts'
import { oneText } from '#platform/text/one-text.ts'

/** What stands on a card. */
export type CardWords = {
  carrier: string
  phone: string
  name: string
  dob: string
  bin: string
  pcn: string
  group: string
  subscriber: string
  today: string
}

/** The card as a page to print, in the worker's language. */
export function cardPage(of: CardWords, language: string, now: Date): Letter {
  const spanish = language === 'es'
  return {
    language: spanish ? 'es' : 'en',
    title: spanish ? 'Tarjeta de farmacia' : 'Pharmacy card',
    from: [of.carrier, of.phone],
    date: usDate(of.today),
    to: [of.name],
    parts: [
      {
        kind: 'heading',
        text: spanish ? 'Tarjeta de farmacia, compensación laboral' : 'Workers’ compensation pharmacy card',
      },
      {
        kind: 'facts',
        rows: [
          [spanish ? 'Nombre' : 'Name', of.name],
          [spanish ? 'Fecha de nacimiento' : 'Date of birth', usDate(of.dob)],
          ['BIN', of.bin],
          ['PCN', of.pcn],
          [spanish ? 'Grupo' : 'Group', of.group],
          [spanish ? 'Número de miembro' : 'Member ID', of.subscriber],
        ],
      },
      {
        kind: 'paragraph',
        text: spanish
          ? 'Muestre esta tarjeta en la farmacia con cada receta de su lesión laboral. No pague nada en la farmacia.'
          : 'Show this card at the pharmacy with each prescription for your work injury. You pay nothing at the pharmacy.',
      },
      {
        kind: 'small',
        text: spanish
          ? `Farmacia: para ayuda llame al ${of.phone}. Esta tarjeta no garantiza el pago.`
          : `Pharmacy: for help call ${of.phone}. This card does not guarantee payment.`,
      },
    ],
    footer: of.carrier,
    now,
  }
}

/** The card as a text message, in letters that fit one text: no drug, no diagnosis. */
export const cardText = (of: CardWords, language: string): string =>
  oneText(of.carrier, (carrier) => cardLine({ ...of, carrier }, language))

const cardLine = (of: CardWords, language: string): string =>
  language === 'es'
    ? `${of.carrier}: su tarjeta de farmacia. BIN ${of.bin} PCN ${of.pcn} Grupo ${of.group} Miembro ${of.subscriber}. Preguntas: ${of.phone}. STOP para terminar.`
    : `${of.carrier}: your pharmacy card. BIN ${of.bin} PCN ${of.pcn} Group ${of.group} Member ${of.subscriber}. Questions: ${of.phone}. Reply STOP to end.`

/** The e-mail the card goes with. */
export const cardMail = (of: CardWords, language: string): { subject: string; body: string } =>
  language === 'es'
    ? {
        subject: `${of.carrier}: su tarjeta de farmacia`,
        body: `Su tarjeta de farmacia está en el archivo adjunto. Imprímala o muéstrela en la farmacia. Preguntas: ${of.phone}.`,
      }
    : {
        subject: `${of.carrier}: your pharmacy card`,
        body: `Your pharmacy card is attached. Print it, or show it at the pharmacy. Questions: ${of.phone}.`,
      }
