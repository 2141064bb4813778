import { type Database, literal } from '../database';
import type { Made } from '../migrating';

/** How many slots of time a second has: starts are counted by slots, so that there are few rows however many starts. */
const slots = 10;

/** Seconds for which a start counts beyond its window: its response may take two of them, and it may leave one later. */
const margin = 3;

/** Seconds for which paced starts may pile up, within the burst: the holders that take them ask a moment late. */
const slack = 0.25;

/** Milliseconds after which one that wanted to ask again is not waited for any more. */
const late = 50;

/** How many may wait for the lock of a budget at a time. */
const maxWaiting = 4;

/** The tables of budgets in a schema, and the function that all holders call. */
export const budgetTables = ({ schema, named }: Database): Made => {
  const [budgets, holders, starts, permits] = [
    'budgets',
    'budget_holders',
    'budget_starts',
    'budget_permits',
  ].map((table) => named(table));
  // The longest of the holds that are not over, or ten minutes: no clock can make a hold longer than what was asked for.
  const heldFor = "held_for interval not null default '10 min'";
  const tables = `
    create table ${budgets} (
      name text collate "C" primary key,
      held_until timestamptz not null default '-infinity',
      -- When the next start is due that is paced.
      due timestamptz not null default '-infinity',
      ${heldFor}
    );
    create table ${holders} (
      name text collate "C",
      holder uuid,
      -- The number of its last question: one that comes late must not undo a later one.
      question bigint not null,
      per_minute float8 not null,
      burst integer not null,
      at_once integer,
      waiting integer not null,
      waits_since timestamptz,
      seen_at timestamptz not null,
      -- When it is going to ask again, if it waits.
      asks_at timestamptz,
      primary key (name, holder)
    ) with (fillfactor = 50);
    create table ${starts} (
      name text collate "C",
      slot bigint,
      starts integer not null,
      -- Those of them that were not paced.
      extra integer not null,
      primary key (name, slot)
    );
    -- Of requests that are not over.
    create table ${permits} (
      id bigint generated always as identity primary key,
      name text collate "C" not null,
      holder uuid not null,
      slot bigint not null,
      is_extra boolean not null
    );
    create index on ${permits} (name, holder);`;

  // One statement: what it locks is free when it is over, even if its caller is killed. Its arguments stay as they are: workers of
  // the version before call it until they are replaced.
  const ask = `
    create or replace function ${named('budget_ask')}(
      asked text, own uuid, question_number bigint, minute_limit float8, burst_limit integer, once_limit integer,
      wanted integer, kept bigint[], unused bigint[], hold_ms float8, minute interval, lease interval
    ) returns table (granted bigint[], lost bigint[], wait_ms float8, age_ms float8, is_counted boolean)
    language plpgsql set lock_timeout = '2s' as $function$
    declare
      is_locked boolean := cardinality(unused) > 0 or hold_ms > 0;
      busy float8;
      is_set_back boolean;
      moment timestamptz;
      this_slot bigint;
      held timestamptz;
      longest interval;
      next_due timestamptz;
      known bigint;
      least_minute float8;
      least_burst integer;
      least_once integer;
      most bigint;
      span float8;
      piled integer;
      step float8;
      tokens bigint;
      oldest bigint;
      recent bigint;
      extras bigint;
      flying bigint := 0;
      ahead bigint;
      since timestamptz;
      room bigint;
      paced bigint;
    begin
      select h.question, h.waits_since into known, since
      from ${holders} h where h.name = asked and h.holder = own for update;
      if known >= question_number then
        return query select '{}'::bigint[], '{}'::bigint[], 0::float8, 0::float8, false;
        return;
      end if;
      -- What a holder does not keep is over.
      delete from ${permits} p where p.name = asked and p.holder = own and not p.id = any(kept || unused);
      lost := array(select k from unnest(kept) k where not exists (
        select from ${permits} p where p.id = k and p.holder = own
      ));

      -- Most who ask cannot start yet. They see that without the lock. Those who might start look once more, with the lock.
      -- Of those only a few may wait for it, however many come at once: the others ask again in a moment.
      loop
        if is_locked then
          select b.held_until, b.held_for, b.due into held, longest, next_due from ${budgets} b where b.name = asked for update;
        else
          select b.held_until, b.held_for, b.due into held, longest, next_due from ${budgets} b where b.name = asked;
        end if;
        if not found then
          insert into ${budgets} (name) values (asked) on conflict do nothing;
          is_locked := true;
          continue;
        end if;
        moment := clock_timestamp();
        this_slot := floor(extract(epoch from moment) * ${slots});
        since := case when wanted > 0 then coalesce(since, moment) end;
        -- Where the clock was set back, or another server has taken over, what lies ahead has happened just now.
        longest := case when held > moment then longest else interval '10 min' end;
        held := least(held, moment + longest);
        if is_locked then
          -- Those who ask just now have their rows locked, and are not to be waited for: they wait for this lock.
          -- Lists of theirs are arrays: as parts of a join they would be made again for each row, where statistics are old.
          update ${holders} h set seen_at = moment where h.name = asked and h.holder = any(array(
            select f.holder from ${holders} f where f.name = asked and f.seen_at > moment + interval '1 s' for update skip locked
          ));
          with ahead as (
            delete from ${starts} s where s.name = asked and s.slot > this_slot returning s.starts, s.extra
          )
          insert into ${starts} as s
          select asked, this_slot, sum(ahead.starts), sum(ahead.extra) from ahead having sum(ahead.starts) > 0
          on conflict on constraint budget_starts_pkey
            do update set starts = s.starts + excluded.starts, extra = s.extra + excluded.extra;
          if hold_ms > 0 then
            held := greatest(held, moment + hold_ms * interval '1 ms');
            longest := greatest(longest, hold_ms * interval '1 ms');
          end if;
          -- A start that was not used did not happen.
          with gone as (
            delete from ${permits} p where p.name = asked and p.holder = own and p.id = any(unused) returning p.slot, p.is_extra
          ), counted as (
            select gone.slot, count(*) as starts, count(*) filter (where gone.is_extra) as extra from gone group by gone.slot
          )
          update ${starts} s set starts = s.starts - counted.starts, extra = s.extra - counted.extra
          from counted where s.name = asked and s.slot = counted.slot;
        end if;

        -- First come, first served: those ahead have a start each kept for them, unless they are late for it. To keep all that
        -- they want would leave most unused: who has got one start goes to the end of the line.
        select
          least(minute_limit, min(h.per_minute) filter (where h.seen_at >= moment - minute)),
          least(burst_limit, min(h.burst) filter (where h.seen_at >= moment - minute)),
          least(once_limit, min(h.at_once) filter (where h.seen_at >= moment - minute)),
          count(*) filter (
            where h.waiting > 0 and h.asks_at > moment - interval '${late} ms'
              and (h.waits_since, h.holder) < (coalesce(since, moment), own)
          ),
          coalesce(max(h.seen_at) > moment + interval '1 s', false)
        into least_minute, least_burst, least_once, ahead, is_set_back
        from ${holders} h where h.name = asked and h.holder <> own;
        most := greatest(1, floor(least_minute));
        span := extract(epoch from minute) * greatest(1, 1 / least_minute) + ${margin};
        least_burst := least(least_burst, most);
        -- Of the burst, some are paced starts that have piled up, and the others are free again after a window.
        piled := least(least_burst, 1 + ceil(least(1e9, ${slack} * (most - least_burst + 1) / span)));
        step := span / (most - least_burst + piled);
        select
          coalesce(sum(s.starts), 0), coalesce(sum(s.extra), 0), min(s.slot) filter (where s.starts > 0),
          is_set_back or coalesce(max(s.slot) > this_slot + ${slots}, false)
        into recent, extras, oldest, is_set_back from ${starts} s
        where s.name = asked and s.slot >= floor((extract(epoch from moment) - span) * ${slots});
        if least_once is not null then
          -- The requests of a holder that stood still are over.
          select count(*) into flying from ${permits} p where p.name = asked and (p.holder = own or exists (
            select from ${holders} h where h.name = asked and h.holder = p.holder and h.seen_at >= moment - lease
          ));
        end if;

        next_due := least(greatest(next_due, moment - (piled - 1) * step * interval '1 s'), moment + step * interval '1 s');
        tokens := greatest(0, 1 + floor(extract(epoch from moment - next_due) / step));
        room := case when held > moment then 0 else least(
          most - recent, tokens + greatest(0, least_burst - piled - extras), coalesce(least_once - flying, wanted + ahead)
        ) end;
        room := greatest(0, least(wanted, room - ahead));
        exit when is_locked or (room = 0 and not is_set_back);
        select true into is_locked from generate_series(1, ${maxWaiting}) as gate
        where pg_try_advisory_xact_lock(hashtext(${literal(`pagewalk budgets of ${schema}: `)} || asked), gate::integer) limit 1;
        if not found then
          is_locked := false;
          room := 0;
          busy := 0.01 + 0.02 * random();
          exit;
        end if;
      end loop;

      granted := '{}';
      if is_locked then
        age_ms := 1000 * extract(epoch from moment - statement_timestamp());
        paced := least(room, tokens);
        next_due := next_due + paced * step * interval '1 s';
        update ${budgets} b set held_until = held, held_for = longest, due = next_due where b.name = asked;
        delete from ${permits} p where p.id = any(array(
          select f.id from ${permits} f where f.name = asked and f.holder <> own and not exists (
            select from ${holders} h where h.name = asked and h.holder = f.holder and h.seen_at >= moment - lease
          ) for update skip locked
        ));
        delete from ${holders} h where h.name = asked and h.holder = any(array(
          select f.holder from ${holders} f
          where f.name = asked and f.seen_at < moment - greatest(minute, lease) - span * interval '1 s' for update skip locked
        ));
        delete from ${starts} s where s.name = asked and s.slot < floor((extract(epoch from moment) - span) * ${slots});
      end if;
      if room > 0 then
        with made as (
          insert into ${permits} (name, holder, slot, is_extra)
          select asked, own, this_slot, number > paced from generate_series(1, room) as number returning id
        )
        select array_agg(id) into granted from made;
        insert into ${starts} as s values (asked, this_slot, room, room - paced)
        on conflict on constraint budget_starts_pkey
          do update set starts = s.starts + excluded.starts, extra = s.extra + excluded.extra;
      elsif hold_ms <= 0 then
        -- Nothing was granted: what a crash may lose here does no harm, and others need not wait until it is on the disk.
        perform set_config('synchronous_commit', 'off', true);
      end if;
      -- When its turn is to be expected: the more there are ahead, the later it asks again.
      wait_ms := case when wanted = room then 0 else 1000 * greatest(
        0.005, busy,
        extract(epoch from greatest(held, moment) - moment) + ahead * step,
        extract(epoch from next_due - moment) + ahead * step,
        case when recent + room >= most
          then (coalesce(oldest, this_slot) + 1)::float8 / ${slots} + span - extract(epoch from moment) + ahead * step end,
        case when least_once - flying - room <= ahead then least(1, 0.02 * (1 + ahead)) end
      ) end;
      insert into ${holders} as h values (
        asked, own, question_number, minute_limit, burst_limit, once_limit, wanted - room,
        case when wanted > room then case when room > 0 then moment else since end end, moment,
        case when wanted > room then moment + least(wait_ms, 1000 * extract(epoch from lease) / 8) * interval '1 ms' end
      )
      on conflict on constraint budget_holders_pkey do update set
        question = excluded.question, per_minute = excluded.per_minute, burst = excluded.burst, at_once = excluded.at_once,
        waiting = excluded.waiting, waits_since = excluded.waits_since, seen_at = excluded.seen_at, asks_at = excluded.asks_at;
      is_counted := least_once is not null;
      age_ms := coalesce(age_ms, 0);
      return next;
    end $function$;`;
  const make = (before: number): string =>
    (before === 0 ? tables : `alter table ${budgets} add column ${heldFor};`) + ask;
  return { table: 'budgets', version: 6, oldest: 5, make };
};
