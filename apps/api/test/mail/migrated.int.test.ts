import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate, readMigrations } from '@seriatim/db/migrate'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const name = `migrated_${process.pid}_${Date.now()}`
const server = inject('postgres')
const urlOf = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
let superuser: pg.Client

/** A database as it was before mails had one table. */
beforeAll(async () => {
  await run(server.superuserUrl, `create database ${name} owner seriatim_owner`)
  superuser = new pg.Client({ connectionString: urlOf(server.superuserUrl) })
  await superuser.connect()
  await superuser.query(
    'create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  await superuser.query('alter table migration owner to seriatim_owner')
  await superuser.query('set role seriatim_owner')
  for (const { name: file, checksum, sql } of (await readMigrations()).filter((one) => one.name < '0092')) {
    await superuser.query(sql)
    await superuser.query('insert into migration (name, checksum) values ($1, $2)', [file, checksum])
  }
  await runMigrations({ connectionString: urlOf(server.ownerUrl) })
  await superuser.query(await readFile(join(import.meta.dirname, '../../../../db/jobs.sql'), 'utf8'))
  await superuser.query('reset role')
  await superuser.query(`set session_replication_role = replica; -- rows of one kind only, without what they are about
    insert into med_email (customer_id, med_id, created_at, created_by_id, to_addresses, cc_addresses, reply_to, subject, body, pdf_filename, pdf_sha256,
      pdf_size, attachment_ids, status, attempts, sent_at)
    values (1, 5, '2026-01-02', 7, '{a@mail.tst}', '{b@mail.tst}', 'r@mail.tst', 'Pedigree', 'Text', 'p.pdf', 'hash', 9, '{3}', 'sent', 1, '2026-01-03'),
      (2, 6, '2026-01-02', 8, '{c@mail.tst}', '{}', 'r@mail.tst', 'Other', 'Text', 'p.pdf', 'hash', 9, '{}', 'waiting', 2, null);
    insert into incident_mail (customer_id, thread_id, report_id, kind, to_addresses, reply_to, subject, body, created_at, created_by_id, status, attempts, last_error)
    values (1, 1, 1, 'notice', '{d@mail.tst}', 'r@mail.tst', 'Notice', 'Text', '2026-01-01', 7, 'failed', 12, 'no');
    insert into mail_outbox (customer_id, to_addresses, subject, body, sent_at) values (1, '{e@mail.tst}', 'Seriatim: your one time security code', null, now()),
      (1, '{e@mail.tst}', 'Seriatim: your temporary password', 'sealed', null);
    select graphile_worker.add_job('med.email', '{"customerId": 2, "input": {"medEmailId": 2}}');
    set session_replication_role = default;`)
  await migrate(urlOf(server.ownerUrl))
})
afterAll(async () => {
  await superuser.end()
  await run(server.superuserUrl, `drop database ${name} with (force)`)
})

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('mails of before are all there, each with what it is about, and those that waited still wait', async () => {
  const { rows } = await superuser.query(
    `select m.customer_id::int as customer, m.kind, m.to_addresses as to, m.status, m.attempts, coalesce(e.med_id, i.report_id)::int as about
     from mail m left join med_email e on e.customer_id = m.customer_id and e.mail_id = m.id
     left join incident_mail i on i.customer_id = m.customer_id and i.mail_id = m.id order by m.to_addresses, m.kind`,
  )
  expect(rows).toEqual([
    { customer: 1, kind: 'med.pedigree', to: ['a@mail.tst'], status: 'sent', attempts: 1, about: 5 },
    { customer: 2, kind: 'med.pedigree', to: ['c@mail.tst'], status: 'waiting', attempts: 2, about: 6 },
    { customer: 1, kind: 'incident.notice', to: ['d@mail.tst'], status: 'failed', attempts: 12, about: 1 },
    { customer: 1, kind: 'auth.code', to: ['e@mail.tst'], status: 'sent', attempts: 0, about: null },
    { customer: 1, kind: 'auth.temporaryPassword', to: ['e@mail.tst'], status: 'waiting', attempts: 0, about: null },
  ])
  const { rows: jobs } = await superuser.query(
    `select j.task_identifier as task, m.to_addresses as to from graphile_worker.jobs j
     join graphile_worker._private_jobs p on p.id = j.id join mail m on m.id = (p.payload->'input'->>'mailId')::bigint order by 2`,
  )
  expect(jobs).toEqual([
    { task: 'mail.send', to: ['c@mail.tst'] },
    { task: 'mail.send', to: ['e@mail.tst'] },
  ])
})
