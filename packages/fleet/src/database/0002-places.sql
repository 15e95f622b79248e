-- How far somebody has read in a world: the same on all their devices, and in a copy that they fetch.

CREATE TABLE fleet.place (
  world_id bigint NOT NULL REFERENCES fleet.world ON DELETE CASCADE,
  reader text NOT NULL DEFAULT current_user,
  -- The world's place.json; empty where they gave their place up.
  text text NOT NULL CHECK (octet_length(text) <= 65536),
  PRIMARY KEY (world_id, reader)
);

ALTER TABLE fleet.place ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON fleet.place USING (
  reader = current_user AND EXISTS (SELECT 1 FROM fleet.world AS w WHERE w.id = world_id)
);

-- Owners who were let in before get this right as well.
DO $$
DECLARE
  known text;
BEGIN
  FOR known IN
    SELECT grantee FROM information_schema.role_table_grants
    WHERE table_schema = 'fleet' AND table_name = 'piece' AND privilege_type = 'INSERT' AND grantee <> current_user
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON fleet.place TO %I', known);
  END LOOP;
END $$;
