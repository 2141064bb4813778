import { codecOf } from '../codecs.mjs';
import { ontologyRid } from '../paths.mjs';
import { E, pagewalk, pagewalkNode, pagewalkPostgres, pagewalkSqlite, rxjs } from '../product.mjs';

const { axiosTransport, createClient, durable, listObjects, withValve } = pagewalk;
const { concatMap, lastValueFrom } = rxjs;

/** Throws what a walk ended with, if that was not its last page. */
const lastOf = async (stream) => {
  const last = await lastValueFrom(stream, { defaultValue: E.right(undefined) });
  if (E.isLeft(last)) throw new Error(last.left._tag);
};

/** The rows of a page in one statement, as anybody who copies many would write them. */
const upsert = (client, page) =>
  client.query(
    `insert into bench select (object->>'id')::integer, object from json_array_elements($1) as object
     on conflict (id) do update set properties = excluded.properties`,
    [JSON.stringify(page.data.map((object) => object.right.properties))],
  );

const insertInto = (db, page) => {
  const insert = db.prepare('insert or replace into bench values (?, ?)');
  for (const object of page.data)
    insert.run(object.right.properties.id, JSON.stringify(object.right.properties));
};

/** The ways to do a walk of a course, by what they are called. */
export const walksOf = (url, course) => {
  const client = createClient({ transport: axiosTransport({ baseURL: url }) });
  const properties = codecOf(course);
  const pages = (objectType, start) =>
    client.pages(listObjects, {
      ontologyRid,
      objectType,
      pageSize: course.pageSize,
      properties,
      ...start,
    });
  const ahead = (work) =>
    withValve({ highWaterMark: 1 }, (valve) =>
      pages('thing', { valve }).pipe(
        valve.concatMap(async (result) => {
          if (E.isRight(result)) await work(result.right);
          return result;
        }),
      ),
    );
  return {
    /** Each page in a transaction, and no place: what a process that dies has to begin again. */
    rows: async (pool) => {
      const connection = await pool.connect();
      await lastOf(
        ahead(async (page) => {
          await connection.query('begin');
          await upsert(connection, page);
          await connection.query('commit');
        }),
      );
      connection.release();
    },
    rowsWithPlace: (pool, id, objectType = 'thing', batch = 1) =>
      lastOf(
        durable({
          id,
          batch,
          places: pagewalkPostgres().postgresPlaces(pool),
          pages: (start) => pages(objectType, start),
          work: (page, transaction) => upsert(transaction, page),
        }),
      ),
    /** The same two in a SQLite file. */
    sqliteRows: (db) =>
      lastOf(
        ahead((page) => {
          db.exec('begin immediate');
          insertInto(db, page);
          db.exec('commit');
        }),
      ),
    sqliteRowsWithPlace: (db, id, batch = 1) =>
      lastOf(
        durable({
          id,
          batch,
          places: pagewalkSqlite().sqlitePlaces(db),
          pages: (start) => pages('thing', start),
          work: (page, transaction) => {
            insertInto(transaction, page);
            return [];
          },
        }),
      ),
    plain: () => lastOf(pages('thing', {}).pipe(concatMap((result) => [result]))),
    withFiles: (directory, id, batch = 1) =>
      lastOf(
        durable({
          id,
          batch,
          places: pagewalkNode().filePlaces(directory),
          pages: (start) => pages('thing', start),
          work: () => [],
        }),
      ),
  };
};
