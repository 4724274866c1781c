import type { PoolClient } from "pg"
import type { Database } from "./database.ts"
import { deadlock, hasCode, lockNotAvailable, notOpened, tooNew } from "./failures.ts"
import { spreadingAlike } from "./spreading.ts"

/** A step from one shape of the tables to the next. Once released it never changes; every keeper has the same numbers and names. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** Texts are in the order of their code points, whatever the language of the database. */
const TEXT = 'text COLLATE "C"'

/**
 * What belongs to a family has its id, and its key holds it: so the tables can be spread over several machines by it, and a family
 * is in one place. Where a key has an id that begins with the family, that comes first, because lists are in the order of ids.
 */
export const migrations: readonly Migration[] = [
  {
    // Positions are given by a sequence (`positions.ts`), and whatever is in the order it came has its number from another. `head` is one row: how often definitions have changed; they bear the number of
    // the edit they came with. `nodes` and `leases` are of the moment, by the clock of the database.
    number: 1,
    name: "families",
    sql: `
      CREATE TABLE head (
        name        ${TEXT} PRIMARY KEY,
        definitions bigint NOT NULL
      );
      INSERT INTO head VALUES ('head', 0);

      CREATE SEQUENCE positions MINVALUE 0;
      SELECT setval('positions', 0);
      CREATE SEQUENCE numbers;

      CREATE FUNCTION exlet_conflict(detail text) RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'conflict' USING ERRCODE = 'EX001', DETAIL = detail;
      END $$;

      CREATE TABLE nodes (
        id       text PRIMARY KEY,
        seen_at  timestamptz NOT NULL,
        programs jsonb NOT NULL
      );
      CREATE TABLE leases (
        task  text PRIMARY KEY,
        node  text NOT NULL,
        until timestamptz NOT NULL
      );

      CREATE TABLE entries (
        position  bigint NOT NULL,
        family_id ${TEXT} NOT NULL,
        version   bigint NOT NULL,
        size      bigint NOT NULL,
        at        bigint NOT NULL,
        "by"      ${TEXT} NOT NULL,
        command   ${TEXT} NOT NULL,
        reason    ${TEXT},
        events    ${TEXT} NOT NULL,
        PRIMARY KEY (family_id, version)
      );
      CREATE INDEX entries_by_position ON entries (position);

      CREATE TABLE snapshots (
        family_id ${TEXT} PRIMARY KEY,
        version   bigint NOT NULL,
        state     ${TEXT} NOT NULL
      );

      CREATE TABLE processes (
        name        ${TEXT} NOT NULL,
        version     bigint NOT NULL,
        hash        ${TEXT} NOT NULL,
        source      ${TEXT} NOT NULL,
        deployed_at bigint NOT NULL,
        deployed_by ${TEXT} NOT NULL,
        edit        bigint NOT NULL,
        PRIMARY KEY (name, version)
      );

      CREATE TABLE quarantine (
        family_id ${TEXT} PRIMARY KEY,
        at        bigint NOT NULL,
        command   ${TEXT} NOT NULL,
        error     ${TEXT} NOT NULL
      );`,
  },
  {
    number: 2,
    name: "read models",
    sql: `
      CREATE TABLE cases (
        id         ${TEXT} NOT NULL,
        family_id  ${TEXT} NOT NULL,
        process    ${TEXT} NOT NULL,
        version    bigint NOT NULL,
        state      ${TEXT} NOT NULL,
        held       boolean NOT NULL,
        started_at bigint NOT NULL,
        started_by ${TEXT} NOT NULL,
        ended_at   bigint,
        PRIMARY KEY (id, family_id)
      );
      CREATE INDEX cases_by_state ON cases (state);

      CREATE TABLE items (
        id         ${TEXT} NOT NULL,
        family_id  ${TEXT} NOT NULL,
        case_id    ${TEXT} NOT NULL,
        process    ${TEXT} NOT NULL,
        task       ${TEXT} NOT NULL,
        kind       ${TEXT} NOT NULL,
        status     ${TEXT} NOT NULL,
        held       boolean NOT NULL,
        live       boolean NOT NULL,
        enabled_at bigint NOT NULL,
        ended_at   bigint,
        agent      ${TEXT},
        declined   ${TEXT},
        due_at     bigint,
        priority   double precision NOT NULL,
        worker     ${TEXT},
        attempt    bigint NOT NULL,
        instance   bigint,
        PRIMARY KEY (id, family_id)
      );
      CREATE INDEX items_leased ON items (worker, enabled_at, id)
        WHERE live AND worker IS NOT NULL AND status = 'started';

      CREATE TABLE alarms (
        id        ${TEXT} NOT NULL,
        family_id ${TEXT} NOT NULL,
        kind      ${TEXT} NOT NULL,
        due_at    bigint NOT NULL,
        attempt   bigint,
        claimed_until timestamptz,
        PRIMARY KEY (id, family_id)
      );
      CREATE INDEX alarms_by_due_time ON alarms (due_at, id);

      CREATE TABLE expectations (
        case_id   ${TEXT} NOT NULL,
        family_id ${TEXT} NOT NULL,
        number    bigint NOT NULL,
        message   ${TEXT} NOT NULL,
        key       ${TEXT} NOT NULL,
        item_id   ${TEXT},
        since     bigint,
        PRIMARY KEY (case_id, family_id, number)
      );
      CREATE INDEX expectations_by_message ON expectations (message, key, (item_id IS NULL), since);

      CREATE TABLE notes (
        name  ${TEXT} PRIMARY KEY,
        value ${TEXT} NOT NULL
      );`,
  },
  {
    // Decisions are many, so a row is as small as it can be: trees by number.
    number: 3,
    name: "exceptions",
    sql: `
      ALTER TABLE cases ADD COLUMN parent_id ${TEXT};

      CREATE TABLE definitions (
        number  bigint NOT NULL,
        kind    ${TEXT} NOT NULL,
        name    ${TEXT} NOT NULL,
        version bigint NOT NULL,
        source  ${TEXT} NOT NULL,
        at      bigint NOT NULL,
        "by"    ${TEXT} NOT NULL,
        reason  ${TEXT},
        edit    bigint NOT NULL,
        PRIMARY KEY (kind, name, version)
      );

      CREATE TABLE trees (
        id   bigint NOT NULL,
        name ${TEXT} PRIMARY KEY
      );

      CREATE TABLE tree_changes (
        tree    ${TEXT} NOT NULL,
        version bigint NOT NULL,
        change  ${TEXT} NOT NULL,
        at      bigint NOT NULL,
        "by"    ${TEXT} NOT NULL,
        reason  ${TEXT},
        edit    bigint NOT NULL,
        PRIMARY KEY (tree, version)
      );

      CREATE TABLE decisions (
        tree_id   bigint NOT NULL,
        family_id ${TEXT} NOT NULL,
        version   bigint NOT NULL,
        failed    boolean NOT NULL,
        PRIMARY KEY (tree_id, family_id, version)
      );
      CREATE INDEX decisions_failed ON decisions (tree_id, family_id, version) WHERE failed;

      CREATE TABLE interventions (
        id        ${TEXT} NOT NULL,
        family_id ${TEXT} NOT NULL,
        case_id   ${TEXT} NOT NULL,
        process   ${TEXT} NOT NULL,
        at        ${TEXT} NOT NULL,
        class     ${TEXT},
        text      ${TEXT} NOT NULL,
        "to"      ${TEXT},
        opened_at bigint NOT NULL,
        open      boolean NOT NULL,
        PRIMARY KEY (id, family_id)
      );
      CREATE INDEX interventions_by_time ON interventions (open, opened_at, id);
      CREATE INDEX interventions_by_family ON interventions (family_id, open, opened_at, id);
      CREATE INDEX interventions_by_process ON interventions (process, open, opened_at, id);

      CREATE TABLE broadcasts (
        family_id ${TEXT} NOT NULL,
        version   bigint NOT NULL,
        run_id    ${TEXT} NOT NULL,
        verb      ${TEXT} NOT NULL,
        process   ${TEXT} NOT NULL,
        reason    ${TEXT} NOT NULL,
        "by"      ${TEXT} NOT NULL,
        at        bigint NOT NULL,
        PRIMARY KEY (family_id, version)
      );`,
  },
  {
    // The experience of agents is added up in one row, whose family is nobody, or in one for each shard. Worklists come in the order of an index; what has no due time comes after all that have. `barred` and `only_for` repeat what
    // `declined` and `offer` say of agents, for the database to read.
    number: 4,
    name: "people",
    sql: `
      ALTER TABLE items
        ADD COLUMN offer_key ${TEXT}, ADD COLUMN offer ${TEXT}, ADD COLUMN wanted ${TEXT},
        ADD COLUMN barred jsonb, ADD COLUMN only_for jsonb;

      CREATE INDEX items_offered ON items (offer_key, (-priority), coalesce(due_at, 9000000000000000), enabled_at, id)
        WHERE live AND offer_key IS NOT NULL;
      CREATE INDEX items_offered_by_due_time ON items (offer_key, due_at, (-priority), enabled_at, id)
        WHERE live AND offer_key IS NOT NULL AND due_at IS NOT NULL;
      CREATE INDEX items_of_agents ON items (agent, (-priority), coalesce(due_at, 9000000000000000), enabled_at, id)
        WHERE live AND agent IS NOT NULL;
      CREATE INDEX items_of_agents_by_due_time ON items (agent, due_at, (-priority), enabled_at, id)
        WHERE live AND agent IS NOT NULL AND due_at IS NOT NULL;
      CREATE INDEX items_on_terms ON items (id) WHERE live AND offer IS NOT NULL;
      CREATE INDEX items_wanted ON items (wanted, (-priority), enabled_at, id) WHERE live AND wanted IS NOT NULL;
      CREATE INDEX items_ready ON items (worker, enabled_at, id)
        WHERE live AND worker IS NOT NULL AND status IN ('enabled', 'allocated') AND NOT held;

      CREATE TABLE experience (
        family_id ${TEXT} NOT NULL,
        agent    ${TEXT} NOT NULL,
        task     ${TEXT} NOT NULL,
        done     bigint NOT NULL,
        spent    bigint NOT NULL,
        given_at bigint,
        ended_at bigint,
        PRIMARY KEY (agent, task, family_id)
      );`,
  },
  {
    // What is live is counted from indexes of its own.
    number: 5,
    name: "doors",
    sql: `
      CREATE INDEX cases_live ON cases (process, held) WHERE state = 'running';
      CREATE INDEX items_live ON items (process, kind, status, held, worker) WHERE live;

      CREATE TABLE exceptions (
        family_id ${TEXT} NOT NULL,
        number    bigint NOT NULL,
        case_id   ${TEXT} NOT NULL,
        process   ${TEXT} NOT NULL,
        at        ${TEXT} NOT NULL,
        class     ${TEXT} NOT NULL,
        item_id   ${TEXT},
        state     ${TEXT} NOT NULL,
        raised_at bigint NOT NULL,
        ended_at  bigint,
        PRIMARY KEY (family_id, number)
      );
      CREATE INDEX exceptions_by_time ON exceptions (raised_at, family_id, number);
      CREATE INDEX exceptions_by_process ON exceptions (process, raised_at, family_id, number);

      CREATE TABLE requests (
        agent  ${TEXT} NOT NULL,
        key    ${TEXT} NOT NULL,
        digest ${TEXT} NOT NULL,
        at     bigint NOT NULL,
        answer ${TEXT} NOT NULL,
        PRIMARY KEY (agent, key)
      );
      CREATE INDEX requests_by_age ON requests (at, agent, key);

      CREATE TABLE credentials (
        id         ${TEXT} PRIMARY KEY,
        kind       ${TEXT} NOT NULL,
        hash       ${TEXT} NOT NULL UNIQUE,
        agent      ${TEXT} NOT NULL,
        name       ${TEXT},
        rights     ${TEXT},
        processes  ${TEXT},
        created_at bigint NOT NULL,
        created_by ${TEXT} NOT NULL,
        expires_at bigint,
        revoked_at bigint,
        of_id      ${TEXT}
      );
      CREATE INDEX credentials_by_time ON credentials (kind, created_at, id);
      CREATE INDEX credentials_by_end ON credentials (kind, expires_at) WHERE expires_at IS NOT NULL;`,
  },
  {
    // Who has to answer sees what is due first.
    number: 6,
    name: "ladder",
    sql: `
      CREATE INDEX exceptions_open ON exceptions (raised_at, family_id, number) WHERE state IN ('open', 'handling');

      ALTER TABLE exceptions ADD COLUMN answer ${TEXT}, ADD COLUMN answered_at bigint;
      CREATE INDEX exceptions_answered ON exceptions (process, class, answered_at, family_id, number)
        WHERE answered_at IS NOT NULL;
      CREATE INDEX exceptions_answered_at ON exceptions (process, class, at, answered_at, family_id, number)
        WHERE answered_at IS NOT NULL;

      ALTER TABLE interventions ADD COLUMN due_at bigint;
      CREATE INDEX interventions_by_due_time
        ON interventions (open, coalesce(due_at, 9000000000000000), opened_at, id);
      CREATE INDEX interventions_by_process_and_due_time
        ON interventions (process, open, coalesce(due_at, 9000000000000000), opened_at, id);
      CREATE INDEX interventions_by_person
        ON interventions ("to", open, coalesce(due_at, 9000000000000000), opened_at, id);`,
  },
  {
    // Numbers are given in the order of commits, and are the order of lists. What has arrived is gone.
    number: 7,
    name: "outbox",
    sql: `
      CREATE TABLE notifications (
        number    bigint NOT NULL,
        id        ${TEXT} NOT NULL,
        family_id ${TEXT} NOT NULL,
        agent     ${TEXT} NOT NULL,
        type      ${TEXT} NOT NULL,
        case_id   ${TEXT} NOT NULL,
        process   ${TEXT} NOT NULL,
        "to"      ${TEXT} NOT NULL,
        text      ${TEXT} NOT NULL,
        about     ${TEXT},
        at        bigint NOT NULL,
        read_at   bigint,
        PRIMARY KEY (agent, id, family_id)
      );
      CREATE INDEX notifications_of_agents ON notifications (agent, number);
      CREATE INDEX notifications_unread ON notifications (agent, number) WHERE read_at IS NULL;

      CREATE TABLE deliveries (
        number   bigint NOT NULL,
        id       ${TEXT} PRIMARY KEY,
        channel  ${TEXT} NOT NULL,
        agent    ${TEXT},
        alike    ${TEXT} NOT NULL,
        at       bigint NOT NULL,
        letter   ${TEXT} NOT NULL,
        gathered boolean NOT NULL,
        attempts bigint NOT NULL,
        due_at   bigint,
        error    ${TEXT}
      );
      CREATE INDEX deliveries_by_number ON deliveries (number);
      CREATE INDEX deliveries_due ON deliveries (channel, due_at, number) WHERE due_at IS NOT NULL;
      CREATE INDEX deliveries_given_up ON deliveries (number) WHERE due_at IS NULL;
      CREATE INDEX deliveries_of_channels ON deliveries (channel, (due_at IS NULL), number);
      CREATE INDEX deliveries_alike ON deliveries (channel, alike, gathered);`,
  },
  {
    number: 8,
    name: "new families",
    sql: `ALTER TABLE broadcasts ADD COLUMN start ${TEXT};`,
  },
  {
    // When there are very many of one class, those of another are still found at once, and all are counted without being sorted.
    number: 9,
    name: "storms",
    sql: `
      CREATE INDEX exceptions_open_alike ON exceptions (process, class, at, raised_at)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_class ON exceptions (class, raised_at, family_id, number)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_process ON exceptions (process, raised_at, family_id, number)
        WHERE state IN ('open', 'handling');
      CREATE INDEX interventions_open_alike ON interventions (process, class, at, due_at, opened_at) WHERE open;
      CREATE INDEX interventions_by_class
        ON interventions (class, open, coalesce(due_at, 9000000000000000), opened_at, id);`,
  },
  {
    // Cases know how much is open there, so that those in trouble are a list of their own. Exceptions know the version and the
    // start of their case, so that cases are found by class in the order of lists. Indexes that are counted from, or read in the
    // order of time, hold all that is asked about.
    number: 10,
    name: "views",
    sql: `
      ALTER TABLE exceptions ADD COLUMN version bigint, ADD COLUMN case_started_at bigint;
      UPDATE exceptions SET version = cases.version, case_started_at = cases.started_at
        FROM cases WHERE cases.id = exceptions.case_id AND cases.family_id = exceptions.family_id;
      ALTER TABLE items ADD COLUMN version bigint;
      UPDATE items SET version = cases.version
        FROM cases WHERE cases.id = items.case_id AND cases.family_id = items.family_id;

      ALTER TABLE cases
        ADD COLUMN exceptions bigint NOT NULL DEFAULT 0,
        ADD COLUMN interventions bigint NOT NULL DEFAULT 0,
        ADD COLUMN trouble boolean NOT NULL GENERATED ALWAYS AS (exceptions + interventions > 0) STORED;
      UPDATE cases SET exceptions = there.many FROM (
        SELECT case_id, family_id, count(*) AS many FROM exceptions WHERE state IN ('open', 'handling') GROUP BY 1, 2
      ) AS there WHERE cases.id = there.case_id AND cases.family_id = there.family_id;
      UPDATE cases SET interventions = there.many FROM (
        SELECT case_id, family_id, count(*) AS many FROM interventions WHERE open GROUP BY 1, 2
      ) AS there WHERE cases.id = there.case_id AND cases.family_id = there.family_id;

      CREATE INDEX cases_by_start ON cases (started_at, id, process, version, state, held, trouble);
      CREATE INDEX cases_in_trouble ON cases (started_at, id, process, version, state, held) WHERE trouble;
      CREATE INDEX cases_ended ON cases (ended_at, process, state) WHERE ended_at IS NOT NULL;

      DROP INDEX cases_live;
      CREATE INDEX cases_live ON cases (process, version, held) WHERE state = 'running';
      DROP INDEX items_live;
      CREATE INDEX items_live ON items (process, task, kind, status, held, worker, version) WHERE live;
      DROP INDEX exceptions_open_alike;
      CREATE INDEX exceptions_open_alike ON exceptions (process, class, at, raised_at, version)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_case ON exceptions (class, case_id, family_id, process, version)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_start ON exceptions (class, case_started_at, case_id, family_id, process, version)
        WHERE state IN ('open', 'handling');
      DROP INDEX exceptions_by_time;
      CREATE INDEX exceptions_by_time ON exceptions (raised_at, family_id, number, process, class);`,
  },
  {
    // What people were told about a family goes with it.
    number: 11,
    name: "archiving",
    sql: "CREATE INDEX notifications_by_family ON notifications (family_id);",
  },
  {
    // Commits in two phases whose part at a worker has not been read yet. What is sent to other families is locked where it is received, so it is kept in one place, however families are spread.
    number: 12,
    name: "confirming",
    sql: `
      CREATE TABLE unconfirmed_commits (
        position bigint NOT NULL,
        family   ${TEXT} NOT NULL,
        version  bigint NOT NULL,
        requests text[] NOT NULL,
        PRIMARY KEY (family, version)
      );
      DO $$
      DECLARE
        is_spread boolean := false;
      BEGIN
        IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
          EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = ''broadcasts''::regclass)' INTO is_spread;
        END IF;
        IF is_spread THEN
          EXECUTE 'SELECT undistribute_table(''broadcasts'')';
        END IF;
      END $$;`,
  },
  {
    // The case number that was chosen for a family stands in the rows of all its cases. That no two families have the same, a table
    // by itself keeps: it is in one place, however families are spread.
    number: 13,
    name: "case numbers",
    sql: `
      ALTER TABLE cases ADD COLUMN number ${TEXT};
      CREATE TABLE case_numbers (
        number ${TEXT} PRIMARY KEY,
        family ${TEXT} NOT NULL
      );
      CREATE INDEX case_numbers_by_family ON case_numbers (family);`,
  },
]

export const newestMigration: number = migrations.length

/**
 * Brings the tables up to the newest migration, each step durable by itself. Nodes that start together take turns, so each step is
 * taken once.
 */
export async function migrate(database: Database): Promise<void> {
  try {
    await database.using(async (client) => {
      while ((await standingOf(client, database.name)) < newestMigration) await takeStep(client, database.name)
    })
  } catch (error) {
    throw notOpened(database.name, error)
  }
}

/**
 * Old nodes may be at work: whoever waits for a table keeps all who come after him waiting, so no step waits for one for long, but is
 * taken back and tried again.
 */
async function takeStep(client: PoolClient, name: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await client.query("BEGIN")
      await tryStep(client, name)
      await client.query("COMMIT")
      return
    } catch (error) {
      await client.query("ROLLBACK")
      if (tried === mostTries || !hasCode(error, lockNotAvailable, deadlock)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const mostTries = 100
/** Milliseconds. */
const pause = 500
const longestWait = 2000

async function tryStep(client: PoolClient, name: string): Promise<void> {
  await client.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('exlet migrations ' || current_schema(), 0))")
  await client.query(
    "CREATE TABLE IF NOT EXISTS exlet_migrations (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL)",
  )
  const next = migrations[await standingOf(client, name)]
  if (next === undefined) return
  await client.query(`SET LOCAL lock_timeout = ${longestWait}`)
  await spreadingAlike(client, () => client.query(next.sql))
  await client.query("INSERT INTO exlet_migrations VALUES ($1, $2, now())", [next.number, next.name])
}

async function standingOf(client: PoolClient, name: string): Promise<number> {
  const there = await client.query<{ there: boolean }>(
    "SELECT to_regclass(quote_ident(current_schema()) || '.exlet_migrations') IS NOT NULL AS there",
  )
  if (!there.rows[0]?.there) return 0
  const found = await client.query<{ number: number }>(
    "SELECT coalesce(max(number), 0) AS number FROM exlet_migrations",
  )
  const standing = found.rows[0]?.number ?? 0
  if (standing > newestMigration) throw tooNew(name, standing, newestMigration)
  return standing
}
