// Numbers that identify a person or a card do not enter a chat.
const socialSecurity = /(?<![\p{Nd}-])\p{Nd}{3}([-\s.])\p{Nd}{2}\1(\p{Nd}{4})(?![\p{Nd}-])/gu
const namedSocialSecurity =
  /\b((?:ssn|social security(?: number)?|social)\P{L}{0,5}?)(?<!\p{Nd})\p{Nd}{5}(\p{Nd}{4})(?!\p{Nd})/giu
const cardShaped = /(?<![\p{Nd}-])\p{Nd}(?:[ -]?\p{Nd}){12,18}(?![\p{Nd}-])/gu

/** The Luhn check of a card number (ISO/IEC 7812-1). */
function isCard(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** A text with social security and card numbers masked to their last four digits, and whether one was. */
export function maskNumbers(text: string): { text: string; masked: boolean } {
  const out = text
    .replace(socialSecurity, (_, _separator: string, last: string) => `•••-••-${last}`)
    .replace(namedSocialSecurity, (_, before: string, last: string) => `${before}•••-••-${last}`)
    .replace(cardShaped, (found) => {
      const digits = found.normalize('NFKC').replaceAll(/\D/g, '')
      return isCard(digits) ? `•••• ${digits.slice(-4)}` : found
    })
  return { text: out, masked: out !== text }
}
