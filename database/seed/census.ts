import type { Client } from 'pg'

// What a loaded world looks like, counted in the database and compared with the wanted figures.

/** A figure a loaded world is compared with. Shares in percent, times in hours. */
export type Figure = {
  of: string
  name: string
  wanted: number
  found: number
  /** Rows it was counted over: the fewer, the more chance. */
  among: number
  /** How far off it may be by itself, as a part of what is wanted. */
  leeway: number
}

type Counted = { name: string; count: number; among: number }

/** Shares that add up, or parts that stand alone: names with the percentage wanted, and the statement that counts them. */
type Question = {
  of: string
  wanted: Readonly<Record<string, number>>
  leeway?: number
  /** Selects name, count and among (all as numbers). */
  sql: string
}

const per = (select: string): string =>
  `select name, count(*)::float as count, sum(count(*)) over ()::float as among from (${select}) x where name is not null group by name`

const asOf = `(select (value #>> '{}')::timestamptz from saved_state where key = 'as_of')`

/** Kinds of drugs, from the first four digits of the code. */
const drugClass = `case
  when left(gpi, 2) = '11' and left(gpi, 4) <> '1116' then 'NSAID' when left(gpi, 2) = '10' then 'opioid' when left(gpi, 2) = '12' then 'relaxant'
  when left(gpi, 2) = '13' then 'anticonvulsant' when left(gpi, 2) = '15' then 'topical' when left(gpi, 2) = '14' then 'antidepressant'
  when left(gpi, 2) = '18' then 'stomach' when left(gpi, 4) in ('2010', '2012') then 'steroid' when left(gpi, 4) = '1910' then 'antibiotic'
  when left(gpi, 2) = '16' then 'migraine' when left(gpi, 4) in ('1710', '1712') then 'sedative' else 'other' end`

/** Hours between receipt and decision on working days from 8 to 18, on the carrier's clocks. */
const decided = `select (select coalesce(sum(greatest(0,
   extract(epoch from least(done, day + interval '18 hours') - greatest(came, day + interval '8 hours')))), 0) / 3600
    from generate_series(came::date::timestamp, done::date::timestamp, interval '1 day') day where extract(isodow from day) < 6) as hours
  from (select a.request_received_at at time zone m.time_zone as came, a.completed_at at time zone m.time_zone as done
    from rx_authorization a join master_carrier m on m.mc = a.mc
    where a.status_id in (30, 40, 41) and not exists (select from authorization_event e where e.mc = a.mc
      and e.authorization_id = a.id and e.event_code = 150)) r`
const ended = `rx_authorization where status_id >= 30 and status_id <> 52`

const questions: readonly Question[] = [
  {
    of: 'state of the claim',
    wanted: { CA: 16, NY: 9, TX: 9, FL: 8, IL: 5, PA: 5, OH: 3, GA: 4, NJ: 4, NC: 3, WA: 2, AZ: 3, TN: 3, other: 26 },
    sql: per(`select case when juris_state in ('CA', 'NY', 'TX', 'FL', 'IL', 'PA', 'OH', 'GA', 'NJ', 'NC', 'WA', 'AZ',
       'TN') then juris_state else 'other' end as name
       from wc_claim where juris_state not like 'US-%'`),
  },
  {
    of: 'federal programme',
    wanted: { 'US-FECA': 85, 'US-EEOIC': 10, 'US-BL': 5 },
    sql: per(`select juris_state as name from wc_claim where juris_state like 'US-%'`),
  },
  {
    of: 'gender',
    wanted: { M: 58, F: 42 },
    sql: per(`select gender as name from claimant where gender in ('M', 'F')`),
  },
  {
    // A triangle from 18 to 70 with its top at 38.
    of: 'age at injury',
    wanted: { 'below 30': 13.8, '30 to 49': 62.1, '50 and more': 24.1 },
    sql: per(`select case when age < 30 then 'below 30' when age < 50 then '30 to 49' else '50 and more' end as name
       from (select extract(year from age(max(c.doi), t.dob)) as age from wc_claim c join claimant t on t.mc = c.mc
         and t.id = c.claimant_id group by t.mc, t.id, t.dob) x`),
  },
  {
    of: 'body part',
    wanted: {
      'lower back': 17,
      shoulder: 11,
      knee: 11,
      'hand and finger': 15,
      wrist: 6,
      neck: 5,
      'leg, ankle and foot': 9,
      multiple: 9,
      head: 5,
      'arm and elbow': 5,
      eye: 2,
      psychological: 2,
      chest: 2,
      hip: 1,
    },
    sql: per(`select case body_parts[1] when 42 then 'lower back' when 43 then 'lower back' when 38 then 'shoulder'
       when 53 then 'knee' when 35 then 'hand and finger' when 36 then 'hand and finger'
       when 34 then 'wrist' when 20 then 'neck' when 22 then 'neck' when 54 then 'leg, ankle and foot'
         when 55 then 'leg, ankle and foot' when 90 then 'multiple' when 10 then 'head' when 18 then 'head'
       when 32 then 'arm and elbow' when 14 then 'eye' when 91 then 'psychological' when 60 then 'chest' when 51 then 'hip' end as name from wc_claim`),
  },
  {
    of: 'age of the injury, active claims',
    wanted: {
      '<1 month': 12,
      '1-3 months': 15,
      '3-12 months': 22,
      '1-3 years': 21,
      '3-5 years': 10,
      '5-10 years': 12,
      '>10 years': 8,
    },
    sql: per(`select case when days < 30 then '<1 month' when days < 91 then '1-3 months'
       when days < 365 then '3-12 months' when days < 1095 then '1-3 years' when days < 1826 then '3-5 years'
       when days < 3652 then '5-10 years' else '>10 years' end as name
         from (select (select (value #>> '{}')::date from saved_state where key = 'as_of') - doi as days from wc_claim
         where status <> 'CLOSED') c`),
  },
  {
    of: 'status of the claim',
    wanted: { open: 71, closed: 22, reopened: 4, settled: 3 },
    sql: per(
      `select case when compensability = 'SETTLED_MSA' then 'settled' else lower(status) end as name from wc_claim`,
    ),
  },
  {
    of: 'compensability',
    wanted: { ACCEPTED: 82, PENDING: 8, PARTIAL: 5, CONTROVERTED: 3, DENIED: 2 },
    sql: per(`select compensability as name from wc_claim where compensability <> 'SETTLED_MSA'`),
  },
  {
    of: 'fills of a claimant',
    wanted: { '1-2': 35, '3-8': 35, '9-24': 20, '25 and more': 10 },
    sql: per(`select case when fills <= 2 then '1-2' when fills <= 8 then '3-8' when fills <= 24 then '9-24' else '25 and more' end as name from
       (select count(*) as fills from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id
         where x.status in ('P', 'X', 'B') group by c.mc, c.claimant_id) f`),
  },
  {
    of: 'class of scripts',
    leeway: 0.55,
    wanted: {
      NSAID: 33,
      opioid: 10,
      relaxant: 12,
      anticonvulsant: 9,
      topical: 9,
      antidepressant: 5,
      stomach: 6,
      steroid: 4,
      antibiotic: 4,
      migraine: 2,
      sedative: 2,
      other: 4,
    },
    sql: per(`select ${drugClass} as name from rx_transaction where status in ('P', 'B') and gpi <> ''`),
  },
  {
    of: 'spending',
    leeway: 0.45,
    wanted: { topical: 22, NSAID: 18, migraine: 11, anticonvulsant: 9, relaxant: 9, opioid: 4.6 },
    sql: `select name, sum(paid)::float as count, sum(sum(paid)) over ()::float as among
       from (select ${drugClass} as name, paid_amount as paid from rx_transaction where status in ('P', 'B')) x group by name`,
  },
  {
    of: 'kinds of fills',
    leeway: 0.25,
    wanted: { generic: 86, mail: 4, 'physician dispensed': 7, 'paper bill': 4, 'J code': 1, compound: 0.2 },
    sql: `select v.name, v.count::float as count, f.among
       from (select count(*)::float as among, count(*) filter (where x.generic_or_brand = 'G') as g,
       count(*) filter (where x.claim_channel_type = 3) as m,
       count(*) filter (where y.physician_dispenser) as d, count(*) filter (where x.claim_channel_type = 9) as p,
         count(*) filter (where x.claim_channel_type = 8) as j, count(*) filter (where x.compound_code = 2) as c
       from rx_transaction x left join pharmacy y on y.nabp = x.pharmacy_nabp where x.status in ('P', 'B')) f
       cross join lateral (values ('generic', f.g), ('mail', f.m), ('physician dispensed', f.d), ('paper bill', f.p),
         ('J code', f.j), ('compound', f.c)) v(name, count)`,
  },
  {
    of: 'opioids',
    leeway: 0.4,
    wanted: { 'thirty days or more': 14.7, 'with a relaxant': 40, 'with a benzodiazepine': 9 },
    sql: `with person as (select c.mc, c.claimant_id, coalesce(sum(x.days_supply) filter (where x.gpi ~ '^10' and x.gpi !~ '^1018'), 0) as days,
         bool_or(x.gpi ~ '^12') as relaxant, bool_or(x.gpi ~ '^1710') as calm
         from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id where x.status in ('P', 'B') group by 1, 2)
       select v.name, v.count::float as count, v.among::float as among
         from (select count(*) as people, count(*) filter (where days >= 30) as long, count(*) filter (where days > 0) as users,
         count(*) filter (where days > 0 and relaxant) as r, count(*) filter (where days > 0 and calm) as b from person) f
       cross join lateral (values ('thirty days or more', f.long, f.people), ('with a relaxant', f.r, f.users),
         ('with a benzodiazepine', f.b, f.users)) v(name, count, among)`,
  },
  {
    of: 'outcome at the counter',
    wanted: { P: 88, R: 11, X: 1.5 },
    sql: per(`select status as name from rx_transaction`),
  },
  {
    of: 'rejects',
    leeway: 0.65,
    wanted: {
      '75/830': 38,
      '79': 16,
      '70/MR': 11,
      '80': 4,
      '76/7X': 8,
      '88': 6,
      '922/925': 4,
      '69/65': 6,
      '71/40': 3,
      K: 4,
    },
    sql: per(`select case when reject_codes && '{25,54,DY,UU,52,62,7D,42,56,77,82}'
       and not reject_codes && '{75,830,79,70,80,76,88}' then 'K' when reject_codes && '{922,925}' then '922/925'
       when '88' = any(reject_codes) then '88'
       when '79' = any(reject_codes) then '79' when '80' = any(reject_codes) then '80'
         when reject_codes && '{70,MR}' then '70/MR' when reject_codes && '{69,65,67,600}'
         and not '830' = any(reject_codes) then '69/65'
       when reject_codes && '{75,830}' then '75/830' when reject_codes && '{76,7X}' then '76/7X' when reject_codes && '{71,40}' then '71/40' else 'another' end as name
       from rx_transaction where status = 'R'`),
  },
  {
    of: 'rejects that people decide',
    leeway: 0.45,
    wanted: { 'become or join a request': 55 },
    sql: `select 'become or join a request' as name,
       count(*) filter (where authorization_id is not null)::float as count, count(*)::float as among
       from rx_transaction where status = 'R'`,
  },
  {
    of: 'how requests end',
    leeway: 0.25,
    wanted: {
      approved: 74,
      'approved by a rule': 8,
      rejected: 9,
      'rejected, no block': 4,
      expired: 2,
      withdrawn: 3,
      deemed: 0.3,
    },
    sql: `select case status_id when 30 then 'approved' when 31 then 'approved by a rule' when 40 then 'rejected'
       when 41 then 'rejected, no block' when 50 then 'expired' when 51 then 'withdrawn' when 33 then 'deemed' end as name,
       count(*)::float as count, (select count(*)::float from ${ended}) as among from ${ended} group by 1`,
  },
  {
    of: 'letters of medical necessity',
    leeway: 0.2,
    wanted: { 'asked for one': 6 },
    sql: `select 'asked for one' as name, (select count(distinct (mc, authorization_id))::float
       from authorization_event where event_code = 150) as count, (select count(*)::float from rx_authorization) as among`,
  },
  {
    of: 'reconsiderations',
    leeway: 0.35,
    wanted: { 'of the denials': 3 },
    sql: `select 'of the denials' as name, count(*) filter (where reconsideration_level > 0)::float as count,
       count(*) filter (where status_id in (40, 41))::float as among from rx_authorization`,
  },
  {
    of: 'level of the reconsiderations',
    leeway: 0.25,
    wanted: { 'level 1': 70, 'level 2': 25, 'level 3': 5 },
    sql: per(`select 'level ' || reconsideration_level as name from rx_authorization where reconsideration_level > 0`),
  },
  {
    of: 'escalated before the decision',
    leeway: 0.35,
    wanted: { 'at all': 12, 'to level 2 or 3': 3 },
    sql: `select v.name, v.count::float as count, f.among
       from (select count(*)::float as among, count(*) filter (where escalation_level >= 1) as a,
       count(*) filter (where escalation_level >= 2) as b
       from rx_authorization a where status_id in (30, 40, 41) and not exists (select from authorization_event e
         where e.mc = a.mc and e.authorization_id = a.id and e.event_code = 150)) f
         cross join lateral (values ('at all', f.a), ('to level 2 or 3', f.b)) v(name, count)`,
  },
  {
    of: 'day of the week',
    leeway: 0.35,
    wanted: { Monday: 24, Tuesday: 20, Wednesday: 19, Thursday: 18, Friday: 17, Saturday: 1.5, Sunday: 0.5 },
    sql: per(`select trim(to_char(fill_date, 'Day')) as name from rx_transaction`),
  },
  {
    // Days of the last three months, of everybody who owns claims.
    of: 'days of adjusters',
    leeway: 0.25,
    wanted: { 'out of the office': 6 },
    sql: `with day as (select d::date from generate_series(${asOf}::date - 90, ${asOf}::date, interval '1 day') d),
       desk as (select distinct owner_id from wc_claim where owner_id is not null)
       select 'out of the office' as name,
         (select count(*)::float from (select distinct k.owner_id, day.d from desk k
         join out_of_office o on o.user_id = k.owner_id
         join day on day.d between o.start_at::date and o.end_at::date) x) as count,
         (select count(*)::float from desk cross join day) as among`,
  },
  {
    // Of the claims with a drug at hand today: the score of the others says only how old the injury is. High and severe
    // ones are few (docs/guide/made-up-data.md).
    of: 'care risk score, drug at hand',
    leeway: 0.35,
    wanted: { LOW: 62, MODERATE: 24 },
    sql: per(`select s.band as name from care_score s where s.month = date_trunc('month', ${asOf})::date and exists (select from rx_transaction x
       where x.mc = s.mc and x.stratus_claim_id = s.stratus_claim_id and x.status in ('P', 'B') and x.fill_date + x.days_supply > ${asOf}::date)`),
  },
  {
    of: 'text messages',
    wanted: { subscribed: 34, 'opted out': 4, undeliverable: 5 },
    sql: `select case state when 2 then 'subscribed' when 3 then 'opted out' when 4 then 'undeliverable' end as name,
       count(*)::float as count, (select count(*)::float from claimant) as among from sms_campaign where until is null
       group by 1`,
  },
  {
    // Of a hundred claims; one may have several.
    of: 'contacts',
    wanted: { noted: 30 },
    sql: `select 'noted' as name, (select count(*)::float from claim_contact_note) as count, (select count(*)::float from wc_claim) as among`,
  },
  {
    of: 'surveys',
    wanted: { answered: 18 },
    sql: `select 'answered' as name, count(survey_completed_at)::float as count, count(*)::float as among
       from claim_contact_note where survey_sent_at is not null`,
  },
  {
    // The mean of 4.1, as a share.
    of: 'rating of a contact',
    leeway: 0.05,
    wanted: { 'of the way from 1 to 5': 77.5 },
    sql: `select 'of the way from 1 to 5' as name, sum(r1 - 1)::float as count, 4 * count(*)::float as among from survey_response`,
  },
  {
    of: 'claims of an adjuster',
    leeway: 0.25,
    wanted: { 'top tenth': 30 },
    sql: `with load as (select owner_id, count(*) as claims from wc_claim where owner_id is not null group by 1),
       ranked as (select claims, ntile(10) over (order by claims desc) as tenth from load)
       select 'top tenth' as name, sum(claims) filter (where tenth = 1)::float as count, sum(claims)::float as among from ranked`,
  },
]

/** Every figure a loaded world is compared with. */
export async function census(client: Client): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { of, wanted, sql, leeway = 0.1 } of questions) {
    const { rows } = await client.query<Counted>(sql)
    const found = new Map(rows.map((row) => [row.name, row]))
    const among = rows[0]?.among ?? 0
    for (const [name, share] of Object.entries(wanted)) {
      const row = found.get(name)
      figures.push({
        of,
        name,
        wanted: share,
        found: row && row.among > 0 ? (100 * row.count) / row.among : 0,
        among: row?.among ?? among,
        leeway,
      })
    }
  }
  const { rows } = await client.query<{ hours: number[]; among: number }>(
    `select percentile_cont(array[0.5, 0.9, 0.99]) within group (order by hours)::float[] as hours, count(*)::float as among from (${decided}) x`,
  )
  const { hours, among } = rows[0]!
  const slow = [
    ['median', 1.9, 0.15],
    ['a tenth takes longer', 14, 0.25],
    ['a hundredth takes longer', 60, 0.35],
  ] as const
  slow.forEach(([name, wanted, leeway], at) =>
    figures.push({ of: 'working hours to decide', name, wanted, found: hours[at]!, among, leeway }),
  )
  return figures
}

/** True when a figure is what is wanted, within its leeway and what chance does to so few rows (three deviations). */
export function fits({ wanted, found, among, leeway }: Figure): boolean {
  const chance = 300 * Math.sqrt(((wanted / 100) * (1 - wanted / 100)) / Math.max(1, among))
  return Math.abs(found - wanted) <= Math.max(wanted * leeway, chance)
}
