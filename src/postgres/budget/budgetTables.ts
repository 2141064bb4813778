import type { Limits } from '../connection';
import type { Made } from '../migrating';
import { namesIn } from '../names';

/** How many slots of time a second has: starts are counted by slots, so that there are few rows however many starts. */
const slots = 10;

/** The tables of budgets in a schema, and the function that all holders call. */
export const budgetTables = (schema: string, { name }: Limits): Made => {
  const named = namesIn(schema, name);
  const create = `
    create table ${named('budgets')} (
      name text collate "C" primary key,
      held_until timestamptz not null default '-infinity'
    );
    create table ${named('budget_holders')} (
      name text collate "C",
      holder uuid,
      -- The number of its last question: one that comes late must not undo a later one.
      question bigint not null,
      per_minute float8 not null,
      at_once integer,
      waiting integer not null,
      waits_since timestamptz,
      seen_at timestamptz not null,
      primary key (name, holder)
    );
    create table ${named('budget_starts')} (
      name text collate "C",
      slot bigint,
      starts integer not null,
      primary key (name, slot)
    );
    -- Of requests that are not over.
    create table ${named('budget_permits')} (
      id bigint generated always as identity primary key,
      name text collate "C" not null,
      holder uuid not null
    );
    create index on ${named('budget_permits')} (name, holder);
    -- One statement: what it locks is free when it is over, even if its caller is killed.
    create function ${named('budget_ask')}(
      asked text, own uuid, question_number bigint, minute_limit float8, once_limit integer,
      wanted integer, kept bigint[], hold_ms float8, minute interval, lease interval
    ) returns table (granted bigint[], lost bigint[], wait_ms float8)
    language plpgsql set lock_timeout = '2s' as $function$
    declare
      moment timestamptz;
      this_slot bigint;
      held timestamptz;
      known bigint;
      least_minute float8;
      least_once integer;
      span interval;
      oldest bigint;
      recent bigint;
      flying bigint;
      elders bigint;
      since timestamptz;
      room bigint;
    begin
      select b.held_until into held from ${named('budgets')} b where b.name = asked for update;
      if not found then
        insert into ${named('budgets')} (name) values (asked) on conflict do nothing;
        select b.held_until into held from ${named('budgets')} b where b.name = asked for update;
      end if;
      moment := clock_timestamp();
      this_slot := floor(extract(epoch from moment) * ${slots});
      -- Where the clock was set back, or another server has taken over, what lies ahead has happened just now.
      if held > moment + interval '10 min' then
        held := moment + interval '10 min';
        update ${named('budgets')} b set held_until = held where b.name = asked;
      end if;
      update ${named('budget_holders')} h set seen_at = moment where h.name = asked and h.seen_at > moment;
      with ahead as (
        delete from ${named('budget_starts')} s where s.name = asked and s.slot > this_slot returning s.starts
      )
      insert into ${named('budget_starts')} as s
      select asked, this_slot, sum(ahead.starts) from ahead having sum(ahead.starts) > 0
      on conflict on constraint budget_starts_pkey do update set starts = s.starts + excluded.starts;
      select h.question into known from ${named('budget_holders')} h where h.name = asked and h.holder = own;
      if known >= question_number then
        return query select '{}'::bigint[], '{}'::bigint[], 0::float8;
        return;
      end if;
      insert into ${named('budget_holders')} as h
        values (asked, own, question_number, minute_limit, once_limit, wanted, case when wanted > 0 then moment end, moment)
      on conflict on constraint budget_holders_pkey do update set
        question = excluded.question, per_minute = excluded.per_minute, at_once = excluded.at_once, seen_at = excluded.seen_at,
        waiting = wanted, waits_since = case when wanted > 0 then coalesce(h.waits_since, moment) end
      returning h.waits_since into since;

      -- What a holder does not keep is over, and so is all of one that stood still.
      delete from ${named('budget_permits')} p
      where p.name = asked and case when p.holder = own then not p.id = any(kept) else not exists (
        select from ${named('budget_holders')} h where h.name = asked and h.holder = p.holder and h.seen_at >= moment - lease
      ) end;
      lost := array(select k from unnest(kept) k where not exists (
        select from ${named('budget_permits')} p where p.id = k and p.holder = own
      ));
      if hold_ms > 0 and held < moment + hold_ms * interval '1 ms' then
        held := moment + hold_ms * interval '1 ms';
        update ${named('budgets')} b set held_until = held where b.name = asked;
      end if;

      select min(h.per_minute), min(h.at_once) into least_minute, least_once
      from ${named('budget_holders')} h where h.name = asked and h.seen_at >= moment - minute;
      -- What is granted may start two seconds later: a start is over that much later, too.
      span := minute * greatest(1, 1 / least_minute) + interval '2 s';
      delete from ${named('budget_holders')} h where h.name = asked and h.seen_at < moment - greatest(minute, lease) - span;
      delete from ${named('budget_starts')} s
      where s.name = asked and s.slot < floor(extract(epoch from moment - span) * ${slots});
      select coalesce(sum(s.starts), 0), min(s.slot) into recent, oldest from ${named('budget_starts')} s where s.name = asked;
      select count(*) into flying from ${named('budget_permits')} p where p.name = asked;
      -- A holder that has waited for a second, and still asks, comes before those who came later.
      select coalesce(sum(h.waiting), 0) into elders from ${named('budget_holders')} h
      where h.name = asked and h.holder <> own and h.waiting > 0 and h.seen_at > moment - interval '2 s'
        and h.waits_since < moment - interval '1 s' and h.waits_since < coalesce(since, moment);
      room := case when held > moment then 0 else
        least(greatest(1, floor(least_minute))::bigint - recent, coalesce(least_once - flying, wanted)) end;
      room := greatest(0, least(wanted, room - elders));

      with made as (
        insert into ${named('budget_permits')} (name, holder) select asked, own from generate_series(1, room) returning id
      )
      select coalesce(array_agg(id), '{}') into granted from made;
      if room > 0 then
        insert into ${named('budget_starts')} as s values (asked, this_slot, room)
        on conflict on constraint budget_starts_pkey do update set starts = s.starts + excluded.starts;
        update ${named('budget_holders')} h
        set waiting = wanted - room, waits_since = case when wanted > room then moment end
        where h.name = asked and h.holder = own;
      end if;
      wait_ms := 1000 * case
        when held > moment then extract(epoch from held - moment)
        when recent + room >= floor(least_minute) and oldest is not null
          then (oldest + 1)::float8 / ${slots} + extract(epoch from span) - extract(epoch from moment)
        else 0 end;
      return next;
    end $function$;`;
  return { schema, table: 'budgets', version: 1, make: () => create };
};
