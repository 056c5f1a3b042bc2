import { extractSubCarriers } from '#features/settings/sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { csvLine, csvMark } from '#platform/text/csv.ts'
import { areaOf, areas } from './areas.ts'
import { extractOf, filterWords, mustBeRight } from './asked.ts'
import { dataExtracts, keptExtracts } from './contract.ts'
import { encryptDefinition } from './definition.ts'
import { keeping } from './keeping.ts'
import { fileName, MOST_ROWS, PREVIEW_ROWS, whyNotRows } from './rules.ts'
import * as sql from './sql.ts'

const extracting = implement(dataExtracts)({
  subjectAreas: oneTrip(
    () => ({ programs: extractSubCarriers() }),
    ({ programs }) => (programs.length === 0 ? notFound() : areas.map(({ id, label }) => ({ key: id, label }))),
  ),

  programs: oneTrip(
    () => ({ programs: extractSubCarriers() }),
    ({ programs }) =>
      programs.length === 0 ? notFound() : programs.map(({ code, name }) => ({ carrierCode: code, carrierName: name })),
  ),

  parameters: oneTrip(
    () => ({ programs: extractSubCarriers() }),
    ({ programs }, { input: { a, b } }) => {
      const area = areaOf(a)
      if (!area || !programs.some(({ code }) => code === b)) return notFound()
      const filters = area.filters.map(({ where: _, personal: __, ...filter }) => filter)
      return {
        fieldList: area.fields.map(({ key, label, type, usual }) => ({ key, label, type, default: usual })),
        requiredReportFilters: filters.filter(({ required }) => required),
        optionalReportFilters: filters.filter(({ required }) => !required),
      }
    },
  ),

  count: oneTrip(
    (input) => {
      const of = extractOf(input)
      return { programs: extractSubCarriers(), counted: of ? sql.count(of) : sql.nothing }
    },
    ({ programs, counted: [counted] }, { input, person, refuse }) => {
      mustBeRight(input, extractOf(input), programs, person.timeZone, { refuse })
      return { rows: counted!.rows, most: MOST_ROWS }
    },
  ),

  preview: oneTrip(
    (input) => {
      const of = extractOf(input)
      return {
        programs: extractSubCarriers(),
        rows: seen(of && of.fields.length > 0 ? sql.preview(of, PREVIEW_ROWS) : sql.noRows, sql.claimOfRow),
      }
    },
    ({ programs, rows }, { input, person, refuse }) => {
      const of = mustBeRight(input, extractOf(input), programs, person.timeZone, { refuse })
      return { content: rows.map((row) => of.fields.map((_, at) => row[`c${at}`]!)) }
    },
  ),

  extract: async ({ input, db, who, now, note, portal, refuse }) => {
    const [person, programs] = await Promise.all([who(), db.all(extractSubCarriers())])
    const zone = person.timeZone
    const of = { ...mustBeRight(input, extractOf(input), programs, zone, { refuse }), zone, mc: person.mc }
    const name = fileName(now.getTime(), person.timeZone)
    note({
      type: 'export',
      detail: {
        file: name,
        area: of.area.id,
        program: of.program,
        columns: of.fields.map(({ key }) => key),
        filters: sql
          .narrowing(of)
          .map(({ filter, answer }) => (filter.personal ? { fieldName: answer.fieldName } : answer)),
      },
      exported: {
        about: of.area.label,
        subCarrier: of.program,
        filters: filterWords(of, person.timeZone),
        encrypted: encryptDefinition(portal.encryption, person.mc, input),
      },
    })
    return {
      name,
      head: csvMark + csvLine(of.fields.map(({ label }) => label)),
      copy: sql.extract(of),
      claims: sql.claims(of),
      whyNot: whyNotRows,
    }
  },
})

export const handlers = { ...extracting, ...implement(keptExtracts)(keeping) }
