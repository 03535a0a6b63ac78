import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SESSIONS = 50_000
const FIRST = Date.UTC(2026, 0, 1)
/** Between the first moments of two sessions. */
const STEP_MS = 300_000

/** Tables as release 1.18 makes them, without the columns that nothing here fills. */
const TABLES = `
CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL, vcs text, name text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer NOT NULL, owner_id text);
CREATE TABLE event (id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL, data text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text, slug text NOT NULL, directory text NOT NULL,
  path text, title text NOT NULL, version text NOT NULL, share_url text, summary_additions integer, summary_deletions integer, summary_files integer,
  summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL, tokens_input integer DEFAULT 0 NOT NULL, tokens_output integer DEFAULT 0 NOT NULL,
  tokens_reasoning integer DEFAULT 0 NOT NULL, tokens_cache_read integer DEFAULT 0 NOT NULL, tokens_cache_write integer DEFAULT 0 NOT NULL, revert text,
  permission text, agent text, model text, time_created integer NOT NULL, time_updated integer NOT NULL, time_compacting integer, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
  data text NOT NULL);
CREATE TABLE todo (session_id text NOT NULL, content text NOT NULL, status text NOT NULL, priority text NOT NULL, position integer NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL);`

const INDEXES = `
CREATE UNIQUE INDEX event_aggregate_seq_idx ON event (aggregate_id, seq);
CREATE INDEX event_aggregate_type_seq_idx ON event (aggregate_id, type, seq);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
CREATE INDEX part_session_idx ON part (session_id);
CREATE INDEX session_project_idx ON session (project_id);
CREATE INDEX session_workspace_idx ON session (workspace_id);
CREATE INDEX session_parent_idx ON session (parent_id);`

const MESSAGES = 4
const PARTS = 4
const EVENTS = 24

/** One statement per table: rows come from a counter inside the engine, so that a minute is enough for two gigabytes. */
const FILL = `
CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < ${SESSIONS - 1})
  SELECT i, printf('ses_%012x%014d', 281474976710655 - i, i) AS ses, ${FIRST} + i * ${STEP_MS} AS at,
  CASE WHEN i % 5 = 0 THEN NULL ELSE printf('ses_%012x%014d', 281474976710655 - i + i % 5, i - i % 5) END AS parent FROM c;
CREATE TEMP TABLE m AS WITH RECURSIVE c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k < ${MESSAGES - 1}) SELECT k FROM c;
CREATE TEMP TABLE p AS WITH RECURSIVE c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k < ${PARTS - 1}) SELECT k FROM c;
CREATE TEMP TABLE e AS WITH RECURSIVE c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k < ${EVENTS - 1}) SELECT k FROM c;
INSERT INTO project VALUES ('global', '/', NULL, NULL, ${FIRST}, ${FIRST});
INSERT INTO session (id, project_id, parent_id, slug, directory, path, title, version, cost, agent, model, time_created, time_updated)
  SELECT ses, 'global', parent, 'quiet-river', '/home/dev/project-' || i / 5 % 40, '',
  CASE WHEN i % 1000 = 0 THEN 'Work on item ' || (i - 5) || ' (fork #1)' WHEN parent IS NULL THEN 'Work on item ' || i
  ELSE 'Look into item ' || i || ' (@explore subagent)' END, '1.18.34', 0.01, CASE WHEN parent IS NULL THEN 'build' ELSE 'explore' END,
  '{"id":"mock-large","providerID":"mock"}', at, at + 60000 FROM n;
INSERT INTO message SELECT printf('msg_%012x%014d', i * 4 + m.k, m.k), ses, at + m.k * 1000, at + m.k * 1000 + 900,
  CASE WHEN m.k % 2 = 0 THEN json_object('role', 'user', 'time', json_object('created', at + m.k * 1000), 'agent', 'build')
  ELSE json_object('role', 'assistant', 'mode', 'build', 'agent', 'build', 'parentID', printf('msg_%012x%014d', i * 4 + m.k - 1, m.k - 1),
  'cost', 0.01, 'tokens', json_object('input', 900, 'output', 80, 'reasoning', 0, 'cache', json_object('read', 0, 'write', 0)),
  'modelID', 'mock-large', 'providerID', 'mock', 'time', json_object('created', at + m.k * 1000, 'completed', at + m.k * 1000 + 900),
  'finish', 'stop') END FROM n, m;
INSERT INTO part SELECT printf('prt_%012x%014d', i * 16 + m.k * 4 + p.k, p.k), printf('msg_%012x%014d', i * 4 + m.k, m.k), ses, at + m.k * 1000,
  at + m.k * 1000 + 10 * p.k, json_object('type', 'text', 'text', printf('%.650c', char(97 + i % 26))) FROM n, m, p;
INSERT INTO event_sequence SELECT ses, ${EVENTS - 1}, NULL FROM n;
INSERT INTO event SELECT printf('evt_%012x%014d', i * ${EVENTS} + e.k, e.k), ses, e.k, 'message.part.updated.1', json_object('sessionID', ses, 'part',
  json_object('id', printf('prt_%012x%014d', i * 16 + e.k % 16, e.k % 4), 'sessionID', ses, 'messageID', printf('msg_%012x%014d', i * 4 + e.k % 16 / 4, e.k % 16 / 4),
  'type', 'text', 'text', printf('%.650c', char(97 + i % 26))), 'time', at) FROM n, e;`

/** Fifty thousand sessions in two gigabytes, made once. */
export function makeStore(folder: string): { bytes: number; sessions: number } {
  const path = join(folder, 'opencode.db')
  if (!existsSync(join(folder, 'complete'))) {
    const making = `${folder}.making`
    for (const old of [folder, making]) rmSync(old, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    const database = new DatabaseSync(join(making, 'opencode.db'))
    database.exec(
      `PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000; ${TABLES} BEGIN; ${FILL} COMMIT; ${INDEXES}`,
    )
    database.exec('PRAGMA journal_mode=WAL')
    database.close()
    writeFileSync(join(making, 'complete'), '')
    renameSync(making, folder)
  }
  return { bytes: statSync(path).size, sessions: SESSIONS }
}
