-- Which process runs which worker of the job engine. A process holds an advisory lock on its key for as long as it lives;
-- jobs of a worker whose key is free belong to a process that was killed, and are given back at once instead of after hours.
-- Touched by the owner only.
create table job_worker (
  worker_id text not null primary key,
  lock_key  int not null
);
