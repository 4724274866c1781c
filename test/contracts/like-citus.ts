/** The names and the catalogue that Citus has, and nothing of what it does: four shards, and two workers that answer. */
export const likeCitus = `
  SET allow_system_table_mods = on;
  CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
  CREATE TABLE pg_catalog.pg_dist_shard (logicalrelid regclass, shardminvalue text);
  CREATE TABLE pg_catalog.workers_of_tests (nodename text, nodeport integer, success boolean, result text);
  INSERT INTO pg_catalog.workers_of_tests VALUES ('east', 5432, true, 't'), ('west', 5432, true, 't');
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void
    LANGUAGE sql AS 'INSERT INTO pg_catalog.pg_dist_partition VALUES ($1)';
  CREATE FUNCTION undistribute_table(regclass) RETURNS void
    LANGUAGE sql AS 'DELETE FROM pg_catalog.pg_dist_partition WHERE logicalrelid = $1';
  CREATE FUNCTION run_command_on_workers(text) RETURNS SETOF pg_catalog.workers_of_tests
    LANGUAGE sql AS 'SELECT * FROM pg_catalog.workers_of_tests';
  INSERT INTO pg_catalog.pg_dist_partition VALUES ('entries');
  INSERT INTO pg_catalog.pg_dist_shard SELECT 'entries', (shard * 1073741824 - 2147483648)::text FROM generate_series(0, 3::bigint) AS shard;`
