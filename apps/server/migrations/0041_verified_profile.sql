-- What a verifier checks is kept with the claim as it stood when it was submitted; what was agreed to is kept with the
-- provider. The badge is shown only while the profile says the same, and the database alone compares the two.

-- What is checked about a provider, as the profile says it now.
create function claimed_profile(p providers) returns jsonb stable language sql
  return jsonb_build_object('name', p.name, 'education', p.education, 'registration_number', p.registration_number,
    'council', p.council, 'photo', p.photo, 'speciality', (
      select coalesce(jsonb_agg(o.speciality_id order by o.speciality_id), '[]'::jsonb)
      from provider_specialities o where o.provider_id = p.user_id));

-- The specialities of a list of ids. One that was merged is the one that it was merged into: a site that tidies up its
-- specialities takes nobody's badge.
create function present_specialities(ids jsonb) returns integer[] stable strict language sql
  return (select coalesce(array_agg(distinct coalesce(s.merged_into, s.id) order by coalesce(s.merged_into, s.id)), '{}')
    from jsonb_array_elements_text(ids) as chosen (one) join specialities s on s.id = one::integer);

-- The fields in which a profile differs from what was verified. A photo counts only where there was one to verify.
create function profile_changes(verified jsonb, shown jsonb) returns text[] stable strict language sql
  return (select coalesce(array_agg(field order by place), '{}')
    from unnest(array['name', 'education', 'registration_number', 'council', 'speciality', 'photo'])
      with ordinality as fields (field, place)
    where case field
      when 'speciality' then present_specialities(verified->field) <> present_specialities(shown->field)
      when 'photo' then verified->>field is not null and verified->>field is distinct from shown->>field
      else verified->>field is distinct from shown->>field end);

-- The photo's name in its address is the beginning of the SHA-256 of its content from now on: the same photo chosen again
-- is the verified one.
alter table providers add column verified_profile jsonb;
alter table providers add column verified boolean not null default false;
update providers p set verified_profile = claimed_profile(p) where verified_at is not null;
update providers set verified = true where verified_profile is not null;
alter table providers add constraint providers_verified_profile
  check ((verified_at is null) = (verified_profile is null));

-- Who was verified with a registration holds it until the verification ends, whatever the profile says meanwhile.
drop index providers_registration_verified;
create unique index providers_registration_verified on providers (
  registration_key(verified_profile->>'registration_number'), registration_key(verified_profile->>'council'))
  where verified_profile is not null;

create function show_verified_badge() returns trigger language plpgsql as $$
begin
  new.verified := coalesce(cardinality(profile_changes(new.verified_profile, claimed_profile(new))) = 0, false);
  return new;
end $$;
create trigger providers_badge_added before insert on providers
  for each row when (new.verified or new.verified_profile is not null) execute function show_verified_badge();
create trigger providers_badge
  before update of name, education, registration_number, council, photo, verified_profile, verified on providers
  for each row when (new.verified or new.verified_profile is not null) execute function show_verified_badge();

create function renew_verified_badges() returns trigger language plpgsql as $$
begin
  -- The trigger above says what it becomes.
  update providers p set verified = not p.verified
  where p.user_id in (select provider_id from changed) and p.verified
    is distinct from (cardinality(profile_changes(p.verified_profile, claimed_profile(p))) = 0)
    and p.verified_profile is not null;
  return null;
end $$;
create trigger provider_specialities_added after insert on provider_specialities
  referencing new table as changed for each statement execute function renew_verified_badges();
create trigger provider_specialities_removed after delete on provider_specialities
  referencing old table as changed for each statement execute function renew_verified_badges();

-- Those who may have to be listed: few, and looked through once a minute.
create index providers_unlisted on providers (user_id) where not listed;

-- Until now a claim lapsed, mostly unwritten, when the profile named another registration.
update verification_claims c set state = 'lapsed' from providers p
where p.user_id = c.provider_id and c.state in ('submitted', 'in_review', 'verified')
  and ((c.registration_number, c.council) = (p.registration_number, p.council)
    and (c.state <> 'verified' or p.verified_at is not null)) is not true;

-- What was submitted. The picture itself is kept until the decision, for the verifier to see it.
alter table verification_claims add column profile jsonb;
alter table verification_claims add column photo bytea;
update verification_claims c set
  profile = claimed_profile(p)
    || jsonb_build_object('registration_number', c.registration_number, 'council', c.council),
  photo = case when c.state in ('submitted', 'in_review') then (
    select image from provider_photos o where o.provider_id = c.provider_id) end
from providers p where p.user_id = c.provider_id and c.submitted_at is not null;
-- last used in 0.1.0
alter table verification_claims drop column registration_number, drop column council;
alter table verification_claims add check ((submitted_at is null) = (profile is null));
alter table verification_claims add check (photo is null or state in ('submitted', 'in_review'));
