/** The check digit an NPI of ten digits must end with: Luhn over '80840' and the first nine (45 CFR 162.406). */
function npiCheckDigit(npi: string): number {
  // 24 is what the prefix 80840 adds to the Luhn sum.
  let sum = 24
  for (let at = 0; at < 9; at++) {
    const digit = npi.charCodeAt(at) - 48
    const counted = at % 2 === 0 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return (10 - (sum % 10)) % 10
}

/** Whether a text is a well-formed NPI: ten digits, the first 1 or 2, and the right check digit. */
export const isNpi = (npi: string): boolean => /^[12]\d{9}$/.test(npi) && npiCheckDigit(npi) === Number(npi[9])

/** The check digit a pharmacy number (NABP) of seven digits must end with. */
function nabpCheckDigit(nabp: string): number {
  const digit = (at: number): number => nabp.charCodeAt(at) - 48
  return (digit(0) + digit(2) + digit(4) + 2 * (digit(1) + digit(3) + digit(5))) % 10
}

/** Why a number somebody entered is no NPI, in words; undefined when it is one. */
export function whyNotNpi(npi: string): string | undefined {
  if (!/^\d{10}$/.test(npi)) return 'Enter the ten digits of an NPI.'
  if (npi[0] !== '1' && npi[0] !== '2') return 'An NPI begins with 1 or 2.'
  const right = npiCheckDigit(npi)
  return right === Number(npi[9]) ? undefined : `That NPI has a typing error: check digit ${npi[9]}, expected ${right}.`
}

/** Why a number somebody entered is no NABP number, in words; undefined when it is one. */
export function whyNotNabp(nabp: string): string | undefined {
  if (!/^\d{7}$/.test(nabp)) return 'Enter the seven digits of an NABP number.'
  const right = nabpCheckDigit(nabp)
  return right === Number(nabp[6])
    ? undefined
    : `That NABP number has a typing error: check digit ${nabp[6]}, expected ${right}.`
}
