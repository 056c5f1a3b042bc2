import { usDate } from '#platform/dates/day.ts'
import type { DecisionRecord } from './contract.ts'
import { dollars, everythingIn, line, some, type Line, type Words } from './lines.ts'
import { plural } from '#platform/text/plural.ts'

// The figures of a record on paper, each with what it was worked out from.

const bases: Readonly<Record<string, string>> = {
  CONTRACT: 'contract price',
  FEE_SCHEDULE: 'state fee schedule',
  UC: "the pharmacy's usual and customary price",
  BILLED: 'the amount billed',
}

/** A price of one unit, which may be less than a cent. */
const unitPrice = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 })
/** Ten-thousandths as a percentage: 8500 is "85%". */
const percent = (tenThousandths: number): string => `${tenThousandths / 100}%`

/** The legal clock: its rule pack, what it counted from, each day it counted, and the days off it looked up. */
export function legalClock({ clock }: DecisionRecord, words: Words): Line[] {
  return some(
    line('Rule pack', clock.pack),
    line('Received', words.instant(clock.receivedAt)),
    line('Due', words.instant(clock.dueAt)),
    ...clock.arithmetic.map((step, at) => line(at === 0 ? 'Counted' : '', step)),
    ...(clock.inputs
      ? [
          line(
            'Counted from',
            [
              words.instant(clock.inputs.events.receivedAt),
              clock.inputs.events.channel,
              clock.inputs.events.recommendedOn ? `recommended ${usDate(clock.inputs.events.recommendedOn)}` : '',
              clock.inputs.events.extendedAt
                ? `information requested ${words.instant(clock.inputs.events.extendedAt)}`
                : '',
            ]
              .filter(Boolean)
              .join(', '),
          ),
          ...Object.entries(clock.inputs.daysOff).map(([date, name]) => line('Day off', `${usDate(date)} ${name}`)),
        ]
      : []),
  )
}

/** The rule pack of the clock as it stood, field by field. */
export const rulePack = ({ clock }: DecisionRecord): Line[] =>
  clock.inputs
    ? everythingIn(clock.inputs.rule)
    : [line('Rule pack', `${clock.pack} was no longer on file when it was decided`)]

/** The daily opioid dose, with the arithmetic of each supply. */
export function dose({ mme }: DecisionRecord): Line[] {
  if (!mme) return [line('MME', 'not an opioid, no opioids on hand')]
  return [
    line('Before', `${mme.now} a day`),
    line('After', `${mme.after} a day, limit ${mme.limit}`, `factors ${mme.factorVersion}`),
    ...mme.items.map((item) =>
      line(
        item.drug,
        item.arithmetic,
        [
          item.source === 'CLAIM' ? 'requested' : 'on hand',
          item.fillDate ? `filled ${usDate(item.fillDate)}` : '',
          item.quantity === null ? '' : `${item.quantity} for ${plural(item.daysSupply ?? 0, 'day')}`,
          `drug code S${item.gpi}`,
        ]
          .filter(Boolean)
          .join(', '),
      ),
    ),
    ...(mme.previous ? [line(mme.previous.drug, mme.previous.arithmetic, 'last supply of the same product')] : []),
    ...mme.notCounted.map((words) => line('Not counted', words)),
  ]
}

/** The price, the amounts it is the lowest of, and what each was worked out from. */
export function price({ price: of }: DecisionRecord): Line[] {
  if (!of) return [line('Price', 'no price data')]
  const { inputs } = of
  return some(
    line('Price', `${dollars(of.paid)}, ${bases[of.basis]}`),
    line(
      'Ingredients and fee',
      `${dollars(of.ingredientCost)} and ${dollars(of.dispensingFee)}`,
      `priced as ${of.pricedAs.toLowerCase()}`,
    ),
    line('Amount due', `${dollars(of.amountDue)}, of it tax ${dollars(of.tax)}`),
    line('Saved', dollars(of.savings)),
    line('Fee schedule', dollars(of.feeSchedule), of.feeScheduleRule),
    of.network > 0 && line('Contract', dollars(of.network)),
    of.uc > 0 && line('Usual and customary', dollars(of.uc)),
    of.billed > 0 && line('Billed', dollars(of.billed)),
    of.awp > 0 &&
      line(
        'Average wholesale price',
        `${dollars(of.awp)}, ${unitPrice(of.awpUnit)} a unit`,
        of.awpEffectiveDate ? `of ${usDate(of.awpEffectiveDate)}` : '',
      ),
    ...(inputs?.lines ?? []).map((one) =>
      line(one.name, `${unitPrice(one.unitPrice)} a unit × ${one.quantity}, × ${percent(one.factor)}`),
    ),
    inputs !== null &&
      line('Dispensing fee of the schedule', dollars(inputs.feeCents / 100), `tax ${percent(inputs.taxRate)}`),
    inputs !== null &&
      inputs.contract !== null &&
      line('Contract terms', `× ${percent(inputs.contract.factor)} and ${dollars(inputs.contract.feeCents / 100)}`),
    inputs !== null &&
      line(
        'The pharmacy sent',
        `usual and customary ${dollars(inputs.sent.usualAndCustomary)}, billed ${dollars(inputs.sent.grossAmountDue)}, fee ${dollars(inputs.sent.dispensingFee)}, tax ${dollars(inputs.sent.tax)}`,
      ),
    inputs !== null &&
      line('Version', inputs.feeScheduleVersion, `${inputs.state}: ${inputs.citation}, ${inputs.confidence}`),
  )
}

/** What the list in force said of the drug, with its item as it stood. */
export function formulary({ formulary: of }: DecisionRecord): Line[] {
  if (!of) return [line('Formulary', 'not checked')]
  const own = of.item?.['own'] === true
  return some(
    line('List', `${of.name} (${of.kind.toLowerCase()})`, own ? "the carrier's own item" : of.version),
    line('Says', (of.status ?? 'nothing').toLowerCase().replaceAll('_', ' ')),
    of.item !== null && line('Item', `drug code S${String(of.item['gpiPrefix'])}`, '', of.id),
    of.note !== null && line('Note', of.note),
    ...(of.item ? everythingIn(of.item) : []),
  )
}
