import type { DatabaseSync } from "node:sqlite"

/** A step from one shape of the tables to the next. Once released it never changes; every keeper has the same numbers and names. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: "families",
    sql: `
      CREATE TABLE entries (
        position  INTEGER PRIMARY KEY,
        family_id TEXT NOT NULL,
        version   INTEGER NOT NULL,
        size      INTEGER NOT NULL,
        at        INTEGER NOT NULL,
        "by"      TEXT NOT NULL,
        command   TEXT NOT NULL,
        reason    TEXT,
        events    TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX entries_by_family ON entries (family_id, version);

      CREATE TABLE snapshots (
        family_id TEXT PRIMARY KEY,
        version   INTEGER NOT NULL,
        state     TEXT NOT NULL
      ) STRICT;

      CREATE TABLE processes (
        name        TEXT NOT NULL,
        version     INTEGER NOT NULL,
        hash        TEXT NOT NULL,
        source      TEXT NOT NULL,
        deployed_at INTEGER NOT NULL,
        deployed_by TEXT NOT NULL,
        PRIMARY KEY (name, version)
      ) STRICT;

      CREATE TABLE quarantine (
        family_id TEXT PRIMARY KEY,
        at        INTEGER NOT NULL,
        command   TEXT NOT NULL,
        error     TEXT NOT NULL
      ) STRICT;`,
  },
  {
    // Families are not stored with cases, items and alarms: those ids begin with them. case_id is NULL for the root case.
    number: 2,
    name: "read models",
    sql: `
      CREATE TABLE cases (
        id         TEXT PRIMARY KEY,
        process    TEXT NOT NULL,
        version    INTEGER NOT NULL,
        state      TEXT NOT NULL,
        held       INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        started_by TEXT NOT NULL,
        ended_at   INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX cases_by_state ON cases (state);

      CREATE TABLE items (
        id         TEXT PRIMARY KEY,
        case_id    TEXT,
        process    TEXT NOT NULL,
        task       TEXT NOT NULL,
        kind       TEXT NOT NULL,
        status     TEXT NOT NULL,
        held       INTEGER NOT NULL,
        live       INTEGER NOT NULL,
        enabled_at INTEGER NOT NULL,
        ended_at   INTEGER,
        agent      TEXT,
        declined   TEXT,
        due_at     INTEGER,
        priority   REAL NOT NULL,
        worker     TEXT,
        attempt    INTEGER NOT NULL,
        instance   INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX items_on_worklists ON items (agent) WHERE live = 1 AND kind = 'work';
      CREATE INDEX items_ready ON items (worker, enabled_at)
        WHERE live = 1 AND worker IS NOT NULL AND status = 'enabled' AND held = 0;
      CREATE INDEX items_leased ON items (worker, enabled_at)
        WHERE live = 1 AND worker IS NOT NULL AND status = 'started';

      CREATE TABLE alarms (
        id      TEXT PRIMARY KEY,
        kind    TEXT NOT NULL,
        due_at  INTEGER NOT NULL,
        attempt INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alarms_by_due_time ON alarms (due_at);

      CREATE TABLE expectations (
        case_id TEXT NOT NULL,
        number  INTEGER NOT NULL,
        message TEXT NOT NULL,
        key     TEXT NOT NULL,
        item_id TEXT,
        since   INTEGER NOT NULL,
        PRIMARY KEY (case_id, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX expectations_by_message ON expectations (message, key, item_id IS NULL, since);

      CREATE TABLE notes (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO notes SELECT 'rebuild', 'read models' WHERE EXISTS (SELECT 1 FROM entries);`,
  },
  {
    // Decisions are many, so a row is as small as it can be: trees by number, no row id.
    number: 3,
    name: "exceptions",
    sql: `
      ALTER TABLE cases ADD COLUMN parent_id TEXT;

      CREATE TABLE definitions (
        number  INTEGER PRIMARY KEY,
        kind    TEXT NOT NULL,
        name    TEXT NOT NULL,
        version INTEGER NOT NULL,
        source  TEXT NOT NULL,
        at      INTEGER NOT NULL,
        "by"    TEXT NOT NULL,
        reason  TEXT,
        UNIQUE (kind, name, version)
      ) STRICT;

      CREATE TABLE trees (
        id   INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
      ) STRICT;

      CREATE TABLE tree_changes (
        tree_id INTEGER NOT NULL,
        version INTEGER NOT NULL,
        change  TEXT NOT NULL,
        at      INTEGER NOT NULL,
        "by"    TEXT NOT NULL,
        reason  TEXT,
        PRIMARY KEY (tree_id, version)
      ) STRICT;

      CREATE TABLE decisions (
        tree_id   INTEGER NOT NULL,
        family_id TEXT NOT NULL,
        version   INTEGER NOT NULL,
        failed    INTEGER NOT NULL,
        PRIMARY KEY (tree_id, family_id, version)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX decisions_failed ON decisions (tree_id) WHERE failed = 1;

      CREATE TABLE interventions (
        id        TEXT PRIMARY KEY,
        family_id TEXT NOT NULL,
        case_id   TEXT NOT NULL,
        process   TEXT NOT NULL,
        at        TEXT NOT NULL,
        class     TEXT,
        text      TEXT NOT NULL,
        "to"      TEXT,
        opened_at INTEGER NOT NULL,
        open      INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX interventions_by_time ON interventions (open, opened_at);
      CREATE INDEX interventions_by_family ON interventions (family_id, open, opened_at);
      CREATE INDEX interventions_by_process ON interventions (process, open, opened_at);

      CREATE TABLE broadcasts (
        family_id TEXT NOT NULL,
        version   INTEGER NOT NULL,
        run_id    TEXT NOT NULL,
        verb      TEXT NOT NULL,
        process   TEXT NOT NULL,
        reason    TEXT NOT NULL,
        "by"      TEXT NOT NULL,
        at        INTEGER NOT NULL,
        PRIMARY KEY (family_id, version)
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // Until now decisions were written with their entries, and anybody could have any item. Worklists come in the order of an
    // index; what has no due time comes after all that have.
    number: 4,
    name: "people",
    sql: `
      INSERT INTO notes SELECT 'decisions', coalesce(max(position), 0) FROM entries;

      ALTER TABLE items ADD COLUMN offer_key TEXT;
      ALTER TABLE items ADD COLUMN offer TEXT;
      ALTER TABLE items ADD COLUMN wanted TEXT;
      UPDATE items SET offer_key = '' WHERE live = 1 AND kind = 'work' AND agent IS NULL;

      DROP INDEX items_on_worklists;
      CREATE INDEX items_offered ON items (offer_key, -priority, coalesce(due_at, 9e15), enabled_at, id)
        WHERE live = 1 AND offer_key IS NOT NULL;
      CREATE INDEX items_offered_by_due_time ON items (offer_key, due_at, -priority, enabled_at, id)
        WHERE live = 1 AND offer_key IS NOT NULL AND due_at IS NOT NULL;
      CREATE INDEX items_of_agents ON items (agent, -priority, coalesce(due_at, 9e15), enabled_at, id)
        WHERE live = 1 AND agent IS NOT NULL;
      CREATE INDEX items_of_agents_by_due_time ON items (agent, due_at, -priority, enabled_at, id)
        WHERE live = 1 AND agent IS NOT NULL AND due_at IS NOT NULL;
      CREATE INDEX items_on_terms ON items (id) WHERE live = 1 AND offer IS NOT NULL;
      CREATE INDEX items_wanted ON items (wanted, -priority, enabled_at, id) WHERE live = 1 AND wanted IS NOT NULL;

      DROP INDEX items_ready;
      CREATE INDEX items_ready ON items (worker, enabled_at)
        WHERE live = 1 AND worker IS NOT NULL AND status IN ('enabled', 'allocated') AND held = 0;

      CREATE TABLE experience (
        agent    TEXT NOT NULL,
        task     TEXT NOT NULL,
        done     INTEGER NOT NULL,
        spent    INTEGER NOT NULL,
        given_at INTEGER,
        ended_at INTEGER,
        PRIMARY KEY (agent, task)
      ) STRICT, WITHOUT ROWID;`,
  },
  {
    // What is live is counted from indexes of its own. Exceptions of before are found in the entries.
    number: 5,
    name: "doors",
    sql: `
      CREATE INDEX cases_live ON cases (process, held) WHERE state = 'running';
      CREATE INDEX items_live ON items (process, kind, status, held, worker) WHERE live = 1;

      CREATE TABLE exceptions (
        family_id TEXT NOT NULL,
        number    INTEGER NOT NULL,
        case_id   TEXT,
        process   TEXT NOT NULL,
        at        TEXT NOT NULL,
        class     TEXT NOT NULL,
        item_id   TEXT,
        state     TEXT NOT NULL,
        raised_at INTEGER NOT NULL,
        ended_at  INTEGER,
        PRIMARY KEY (family_id, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX exceptions_by_time ON exceptions (raised_at, family_id, number);
      CREATE INDEX exceptions_by_process ON exceptions (process, raised_at, family_id, number);
      CREATE INDEX exceptions_open ON exceptions (raised_at, family_id, number) WHERE state = 'open';
      CREATE INDEX exceptions_open_by_process ON exceptions (process, raised_at, family_id, number, at, class)
        WHERE state = 'open';
      INSERT OR IGNORE INTO notes
        SELECT 'rebuild', 'exceptions' WHERE EXISTS (SELECT 1 FROM entries WHERE events LIKE '%"ExceptionRaised"%');

      CREATE TABLE requests (
        agent  TEXT NOT NULL,
        key    TEXT NOT NULL,
        digest TEXT NOT NULL,
        at     INTEGER NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (agent, key)
      ) STRICT;
      CREATE INDEX requests_by_age ON requests (at, agent, key);

      CREATE TABLE credentials (
        id         TEXT PRIMARY KEY,
        kind       TEXT NOT NULL,
        hash       TEXT NOT NULL UNIQUE,
        agent      TEXT NOT NULL,
        name       TEXT,
        rights     TEXT,
        processes  TEXT,
        created_at INTEGER NOT NULL,
        created_by TEXT NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        of_id      TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX credentials_by_time ON credentials (kind, created_at, id);
      CREATE INDEX credentials_by_end ON credentials (kind, expires_at) WHERE expires_at IS NOT NULL;`,
  },
  {
    // Who has to answer sees what is due first. What has no due time, from before, comes after all that has.
    number: 6,
    name: "ladder",
    sql: `
      DROP INDEX exceptions_open;
      DROP INDEX exceptions_open_by_process;
      CREATE INDEX exceptions_open ON exceptions (raised_at, family_id, number) WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_process ON exceptions (process, raised_at, family_id, number, at, class)
        WHERE state IN ('open', 'handling');

      ALTER TABLE exceptions ADD COLUMN answer TEXT;
      ALTER TABLE exceptions ADD COLUMN answered_at INTEGER;
      CREATE INDEX exceptions_answered ON exceptions (process, class, answered_at) WHERE answered_at IS NOT NULL;
      CREATE INDEX exceptions_answered_at ON exceptions (process, class, at, answered_at) WHERE answered_at IS NOT NULL;

      ALTER TABLE interventions ADD COLUMN due_at INTEGER;
      CREATE INDEX interventions_by_due_time ON interventions (open, coalesce(due_at, 9e15), opened_at, id);
      CREATE INDEX interventions_by_process_and_due_time
        ON interventions (process, open, coalesce(due_at, 9e15), opened_at, id);
      CREATE INDEX interventions_by_person ON interventions ("to", open, coalesce(due_at, 9e15), opened_at, id);`,
  },
  {
    // Numbers are given in the order of commits, and are the order of lists. What has arrived is gone.
    number: 7,
    name: "outbox",
    sql: `
      CREATE TABLE notifications (
        number  INTEGER PRIMARY KEY,
        id      TEXT NOT NULL,
        agent   TEXT NOT NULL,
        type    TEXT NOT NULL,
        case_id TEXT NOT NULL,
        process TEXT NOT NULL,
        "to"    TEXT NOT NULL,
        text    TEXT NOT NULL,
        about   TEXT,
        at      INTEGER NOT NULL,
        read_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX notifications_by_id ON notifications (agent, id);
      CREATE INDEX notifications_of_agents ON notifications (agent, number);
      CREATE INDEX notifications_unread ON notifications (agent, number) WHERE read_at IS NULL;

      CREATE TABLE deliveries (
        number   INTEGER PRIMARY KEY,
        id       TEXT NOT NULL UNIQUE,
        channel  TEXT NOT NULL,
        agent    TEXT,
        alike    TEXT NOT NULL,
        at       INTEGER NOT NULL,
        letter   TEXT NOT NULL,
        gathered INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at   INTEGER,
        error    TEXT
      ) STRICT;
      CREATE INDEX deliveries_due ON deliveries (channel, due_at, number) WHERE due_at IS NOT NULL;
      CREATE INDEX deliveries_given_up ON deliveries (number) WHERE due_at IS NULL;
      CREATE INDEX deliveries_of_channels ON deliveries (channel, due_at IS NULL, number);
      CREATE INDEX deliveries_alike ON deliveries (channel, alike, gathered);`,
  },
  {
    number: 8,
    name: "new families",
    sql: "ALTER TABLE broadcasts ADD COLUMN start TEXT",
  },
  {
    // When there are very many of one class, those of another are still found at once, and all are counted without being sorted.
    number: 9,
    name: "storms",
    sql: `
      CREATE INDEX exceptions_open_alike ON exceptions (process, class, at, raised_at, state)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_class ON exceptions (class, raised_at, family_id, number, process)
        WHERE state IN ('open', 'handling');
      CREATE INDEX interventions_open_alike ON interventions (process, class, at, due_at, opened_at)
        WHERE open = 1;
      CREATE INDEX interventions_by_class ON interventions (class, open, coalesce(due_at, 9e15), opened_at, id, process);
      DROP INDEX exceptions_open_by_process;
      CREATE INDEX exceptions_open_by_process ON exceptions (process, raised_at, family_id, number)
        WHERE state IN ('open', 'handling');`,
  },
  {
    // Cases know how much is open there, so that those in trouble are a list of their own. Exceptions name their case even if it
    // is the root, and its start, so that cases are found by class in the order of lists. Indexes that are counted from, or read
    // in the order of time, hold all that is asked about.
    number: 10,
    name: "views",
    sql: `
      ALTER TABLE exceptions ADD COLUMN version INTEGER;
      ALTER TABLE exceptions ADD COLUMN case_started_at INTEGER;
      UPDATE exceptions SET case_id = family_id WHERE case_id IS NULL;
      UPDATE exceptions SET version = cases.version, case_started_at = cases.started_at
        FROM cases WHERE cases.id = exceptions.case_id;
      ALTER TABLE items ADD COLUMN version INTEGER;
      UPDATE items SET version = cases.version
        FROM cases WHERE cases.id = coalesce(items.case_id, substr(items.id, 1, instr(items.id, '.') - 1));

      ALTER TABLE cases ADD COLUMN exceptions INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE cases ADD COLUMN interventions INTEGER NOT NULL DEFAULT 0;
      UPDATE cases SET exceptions = open.count FROM (
        SELECT case_id AS id, count(*) AS count FROM exceptions WHERE state IN ('open', 'handling') GROUP BY 1
      ) AS open WHERE cases.id = open.id;
      UPDATE cases SET interventions = open.count FROM (
        SELECT case_id AS id, count(*) AS count FROM interventions WHERE open = 1 GROUP BY 1
      ) AS open WHERE cases.id = open.id;

      ALTER TABLE cases ADD COLUMN trouble INTEGER NOT NULL DEFAULT 0;
      UPDATE cases SET trouble = 1 WHERE exceptions + interventions > 0;
      CREATE TRIGGER cases_troubled AFTER UPDATE OF exceptions, interventions ON cases
        WHEN new.trouble <> (new.exceptions + new.interventions > 0)
        BEGIN UPDATE cases SET trouble = 1 - trouble WHERE id = new.id; END;
      CREATE TRIGGER exceptions_begun AFTER INSERT ON exceptions WHEN new.state IN ('open', 'handling')
        BEGIN UPDATE cases SET exceptions = exceptions + 1 WHERE id = new.case_id; END;
      CREATE TRIGGER exceptions_undone AFTER DELETE ON exceptions WHEN old.state IN ('open', 'handling')
        BEGIN UPDATE cases SET exceptions = exceptions - 1 WHERE id = old.case_id; END;
      CREATE TRIGGER exceptions_changed AFTER UPDATE ON exceptions
        WHEN (old.state IN ('open', 'handling')) <> (new.state IN ('open', 'handling')) OR old.case_id <> new.case_id
        BEGIN
          UPDATE cases SET exceptions = exceptions - 1 WHERE old.state IN ('open', 'handling') AND id = old.case_id;
          UPDATE cases SET exceptions = exceptions + 1 WHERE new.state IN ('open', 'handling') AND id = new.case_id;
        END;
      CREATE TRIGGER interventions_begun AFTER INSERT ON interventions WHEN new.open = 1
        BEGIN UPDATE cases SET interventions = interventions + 1 WHERE id = new.case_id; END;
      CREATE TRIGGER interventions_undone AFTER DELETE ON interventions WHEN old.open = 1
        BEGIN UPDATE cases SET interventions = interventions - 1 WHERE id = old.case_id; END;
      CREATE TRIGGER interventions_changed AFTER UPDATE ON interventions
        WHEN old.open <> new.open OR old.case_id <> new.case_id
        BEGIN
          UPDATE cases SET interventions = interventions - 1 WHERE old.open = 1 AND id = old.case_id;
          UPDATE cases SET interventions = interventions + 1 WHERE new.open = 1 AND id = new.case_id;
        END;

      CREATE INDEX cases_by_start ON cases (started_at, id, process, version, state, held, trouble);
      CREATE INDEX cases_in_trouble ON cases (started_at, id, process, version, state, held, trouble)
        WHERE trouble = 1;
      CREATE INDEX cases_ended ON cases (ended_at, process, state) WHERE ended_at IS NOT NULL;

      DROP INDEX cases_live;
      CREATE INDEX cases_live ON cases (process, version, held) WHERE state = 'running';
      DROP INDEX items_live;
      CREATE INDEX items_live ON items (process, task, kind, status, held, worker, version) WHERE live = 1;
      DROP INDEX exceptions_open_alike;
      CREATE INDEX exceptions_open_alike ON exceptions (process, class, at, raised_at, state, version)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_case ON exceptions (class, case_id, process, version, state)
        WHERE state IN ('open', 'handling');
      CREATE INDEX exceptions_open_by_start ON exceptions (class, case_started_at, case_id, process, version, state)
        WHERE state IN ('open', 'handling');
      DROP INDEX exceptions_by_time;
      CREATE INDEX exceptions_by_time ON exceptions (raised_at, family_id, number, process, class);`,
  },
  {
    // What people were told about a family goes with it.
    number: 11,
    name: "archiving",
    sql: "CREATE INDEX notifications_by_case ON notifications (case_id)",
  },
  {
    // Of databases that are spread over several machines alone.
    number: 12,
    name: "confirming",
    sql: "",
  },
  {
    // The case number that was chosen for a family stands in the rows of all its cases. Of first cases, whose ids have no dot, no two have the same.
    number: 13,
    name: "case numbers",
    sql: `
      ALTER TABLE cases ADD COLUMN number TEXT;
      CREATE UNIQUE INDEX cases_by_number ON cases (number) WHERE number IS NOT NULL AND instr(id, '.') = 0;`,
  },
]

export const newestMigration: number = migrations.length

/** Brings the tables from where they are up to a migration, each step durable by itself. */
export function migrate(database: DatabaseSync, from: number, to: number = newestMigration): void {
  for (const { number, sql } of migrations.slice(from, to)) {
    database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${number}; COMMIT`)
  }
}
