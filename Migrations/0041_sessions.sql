-- Sessions belong to a user of the operating system, who may share the database. They are stored in the user's state folder.

DROP TABLE session;
