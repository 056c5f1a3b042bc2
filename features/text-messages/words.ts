import { oneText } from '#platform/text/one-text.ts'
import type { INVITATION, Template } from './gateway-rules.ts'
import type { ReplyKind } from './rules.ts'

type About = { carrier: string; phone: string }

// Each is one text of the GSM alphabet: with an accent a text has room for 70 letters only, and costs twice.
const english: Readonly<Record<ReplyKind, (of: About) => string>> = {
  welcome: ({ carrier, phone }) =>
    `${carrier}: text alerts about your prescriptions, up to 3 a day. Questions: ${phone}. Reply STOP to end.`,
  stopped: ({ carrier }) => `${carrier}: you get no more texts from us. Reply START to get them again.`,
  help: ({ carrier, phone }) =>
    `${carrier}: text alerts about your prescriptions, up to 3 a day. Help: ${phone}. Reply STOP to end.`,
  helpStopped: ({ carrier, phone }) =>
    `${carrier}: you get no texts from us. Help: ${phone}. Reply START to get them again.`,
  notInvited: ({ carrier, phone }) => `${carrier}: please call us to get texts about your prescriptions: ${phone}.`,
}
const spanish: Readonly<Record<ReplyKind, (of: About) => string>> = {
  welcome: ({ carrier, phone }) =>
    `${carrier}: le avisaremos sobre sus recetas, 3 mensajes por dia como maximo. Preguntas: ${phone}. STOP para terminar.`,
  stopped: ({ carrier }) => `${carrier}: no le enviaremos mas mensajes. Responda START para recibirlos de nuevo.`,
  help: ({ carrier, phone }) =>
    `${carrier}: avisos sobre sus recetas, 3 por dia como maximo. Ayuda: ${phone}. STOP para terminar.`,
  helpStopped: ({ carrier, phone }) =>
    `${carrier}: no le enviamos mensajes. Ayuda: ${phone}. Responda START para recibirlos de nuevo.`,
  notInvited: ({ carrier, phone }) => `${carrier}: para recibir avisos sobre sus recetas, llame al ${phone}.`,
}

/** A reply to a worker: no drug, diagnosis or employer. Spanish for 'es', else English. */
export const replyText = (kind: ReplyKind, language: string, about: About): string =>
  oneText(about.carrier, (carrier) => (language === 'es' ? spanish : english)[kind]({ ...about, carrier }))

type TemplateText = (of: About) => string
const templateTexts: Readonly<Record<'en' | 'es', Readonly<Record<Template | typeof INVITATION, TemplateText>>>> = {
  en: {
    INVITE: ({ carrier }) =>
      `${carrier}: get text alerts about your prescriptions, up to 3 a day? Reply YES to agree, STOP to refuse. Rates may apply.`,
    PENDING: ({ carrier, phone }) =>
      `${carrier}: your prescription is still in review. Questions: ${phone}. Reply STOP to end.`,
    APPROVED: ({ carrier, phone }) =>
      `${carrier}: your prescription was approved. Your pharmacy has been notified. Questions: ${phone}. Reply STOP to end.`,
    READY: ({ carrier, phone }) =>
      `${carrier}: your prescription is ready at your pharmacy. Questions: ${phone}. Reply STOP to end.`,
    CALL_US: ({ carrier, phone }) =>
      `${carrier}: please call your adjuster about your prescription: ${phone}. Reply STOP to end.`,
  },
  es: {
    INVITE: ({ carrier }) =>
      `${carrier}: desea avisos sobre sus recetas, 3 por dia como maximo? Responda SI, o STOP para no recibirlos. Puede tener costo.`,
    PENDING: ({ carrier, phone }) =>
      `${carrier}: seguimos revisando su receta. Preguntas: ${phone}. STOP para terminar.`,
    APPROVED: ({ carrier, phone }) =>
      `${carrier}: su receta fue aprobada. Su farmacia ya fue notificada. Preguntas: ${phone}. STOP para terminar.`,
    READY: ({ carrier, phone }) =>
      `${carrier}: su receta esta lista en su farmacia. Preguntas: ${phone}. STOP para terminar.`,
    CALL_US: ({ carrier, phone }) =>
      `${carrier}: hable con su ajustador sobre su receta: ${phone}. STOP para terminar.`,
  },
}

/** A text a user sends to a worker: no drug, diagnosis or employer. */
export const templateText = (template: Template | typeof INVITATION, language: 'en' | 'es', about: About): string =>
  oneText(about.carrier, (carrier) => templateTexts[language][template]({ ...about, carrier }))
