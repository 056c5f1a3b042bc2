import type { ReplyKind } from './rules.ts'

type About = { carrier: string; phone: string }

// Each is one text of the GSM alphabet: with an accent a text has room for 70 letters only, and costs twice.
const english: Readonly<Record<ReplyKind, (of: About) => string>> = {
  welcome: ({ carrier, phone }) =>
    `${carrier}: you get texts about your prescriptions, 3 a day at most. Questions: ${phone}. Reply STOP to end.`,
  stopped: ({ carrier }) => `${carrier}: you get no more texts from us. Reply START to get them again.`,
  help: ({ carrier, phone }) =>
    `${carrier}: texts about your prescriptions, 3 a day at most. Help: ${phone}. Reply STOP to end.`,
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
  (language === 'es' ? spanish : english)[kind](about)
